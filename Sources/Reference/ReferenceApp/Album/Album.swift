import Colmeia

/// A photo album with its own account. The session is kept in header fields that change with each response (H1, H18),
/// photos are published as forms (H12–H15), their texts are changed by parameters (H10), and responses are cached on the device (H23).
public struct Album: Reducer {
  enum ID: String { case session, signOut, load, notice, publish }

  /// Creates the reducer.
  public init() {}

  /// Updates the state in response to an action.
  public func reduce(into state: inout State, action: Action) -> Effects {
    switch action {
    case .typed(let field, let text): type(text, into: field, &state)
    case .typedPassword(let password):
      if state.canTypeEntrance { (state.form.password, state.failure) = (password, nil) }
    case .restore, .restored, .restoreFailed, .signIn, .signedIn, .signInFailed, .signOut, .signedOut, .signOutFailed,
      .forgetFailed:
      return reduceSession(&state, action)
    case .compose, .edit, .publish, .discard, .progress, .published, .publishFailed: return reduceDraft(&state, action)
    case .load: return load(&state)
    case .use(let use):
      state.use = use
      return load(&state)
    case .notice(let text): if state.session.owner != nil { state.notice = text }
    case .photos(let photos, let isCopy):
      guard state.isLoading else { return .none }
      (state.photos, state.isCopy) = (photos, isCopy)
      state.isLoading = isCopy && state.use == .both
    case .loadFailed(let failure):
      guard state.isLoading else { return .none }
      state.isLoading = false
      return fail(failure, &state)
    }
    return .none
  }

  private func type(_ text: String, into field: Field, _ state: inout State) {
    guard field == .email ? state.canTypeEntrance : state.draft?.isSending == false else { return }
    state.failure = nil
    switch field {
    case .email: state.form.email = text
    case .file: state.draft?.file = text
    case .caption: state.draft?.caption = text
    case .tags: state.draft?.tags = text
    }
  }

  private func load(_ state: inout State) -> Effects {
    guard let owner = state.session.owner else { return .none }
    (state.isLoading, state.failure) = (true, nil)
    return .run(.load(owner.email, state.use), id: ID.load, .replace)
  }

  /// Records a failure. If the session has ended, removes all state that belongs to it.
  private func fail(_ failure: AlbumFailure, _ state: inout State) -> Effects {
    // The user has asked for the end of the session, which requests in flight may notice first.
    if failure == .sessionEnded, state.isSigningOut { return .none }
    state.failure = failure
    return failure == .sessionEnded ? end(&state) + forget : .none
  }

  /// Removes the session from the device. A sign-in that follows waits, so that its session isn't removed.
  private var forget: Effects { .run(.forget, id: ID.session, .queue) }

  private func end(_ state: inout State) -> Effects {
    state = State(session: .signedOut, use: state.use, failure: state.failure)
    return [.cancel(ID.session), .cancel(ID.signOut), .cancel(ID.load), .cancel(ID.notice), .cancel(ID.publish)]
  }
}

// The session.
extension Album {
  private func reduceSession(_ state: inout State, _ action: Action) -> Effects {
    switch action {
    case .restore:
      guard state.session == .unknown || state.session == .signedOut, !state.form.isInProgress else { return .none }
      (state.session, state.failure) = (.restoring, nil)
      return .run(.restore, id: ID.session, .queue)
    case .restored(let owner):
      guard state.session == .restoring else { return .none }
      state.session = .signedOut
      if let owner { return begin(owner, &state) }
    case .restoreFailed(let failure):
      guard state.session == .restoring else { return .none }
      state.session = .signedOut
      // A session that the server no longer knows counts as none.
      if failure == .sessionEnded { return forget }
      state.failure = failure
    case .signIn:
      guard state.session == .signedOut, !state.form.isInProgress else { return .none }
      guard state.form.canSubmit else {
        state.failure = .entranceIncomplete
        return .none
      }
      (state.form.isInProgress, state.failure) = (true, nil)
      let email = state.form.email.trimmed
      return .run(.signIn(email: email, state.form.password), id: ID.session, .queue)
    case .signedIn(let owner): if state.form.isInProgress { return begin(owner, &state) }
    case .signInFailed(let failure):
      if state.form.isInProgress { (state.form.isInProgress, state.failure) = (false, failure) }
    case .signOut:
      guard let owner = state.session.owner, state.draft?.isSending != true else { return .none }
      (state.isSigningOut, state.failure) = (true, nil)
      // Not the id of `restore`, whose task may still be ending. The start would be dropped.
      return .run(.signOut(owner.email), id: ID.signOut, .keep)
    case .signedOut: if state.session.owner != nil { return end(&state) }
    case .signOutFailed(let failure):
      guard state.session.owner != nil else { return .none }
      state.isSigningOut = false
      return fail(failure, &state)
    case .forgetFailed(let failure): if state.session == .signedOut { state.failure = failure }
    default: break
    }
    return .none
  }

  private func begin(_ owner: AlbumOwner, _ state: inout State) -> Effects {
    state = State(session: .signedIn(owner), use: state.use)
    return load(&state) + .run(.notice, id: ID.notice, .replace)
  }
}

// Publishing a photo.
extension Album {
  private func reduceDraft(_ state: inout State, _ action: Action) -> Effects {
    guard let owner = state.session.owner else { return .none }
    switch action {
    case .compose: if state.draft == nil { (state.draft, state.failure) = (AlbumDraft(), nil) }
    case .edit(let id):
      guard state.draft == nil, let photo = state.photos?.first(where: { $0.id == id }) else { return .none }
      state.draft = AlbumDraft(
        original: photo, caption: photo.caption, tags: AlbumDraft.text(ofTags: photo.tags))
      state.failure = nil
    case .publish:
      guard let draft = state.draft, !draft.isSending else { return .none }
      guard draft.canPublish else {
        state.failure = draft.original == nil && draft.file.isEmpty ? .fileMissing : .captionMissing
        return .none
      }
      state.draft?.isSending = true
      state.failure = nil
      return .run(.publish(draft, of: owner.email), id: ID.publish, .replace)
    case .discard:
      // A photo that was being sent may have arrived.
      let mayBeThere = state.draft?.isSending == true
      (state.draft, state.failure) = (nil, nil)
      return .cancel(ID.publish) + (mayBeThere ? load(&state) : .none)
    case .progress(let percent): state.draft?.percent.raise(toPercent: percent)
    case .published(let photo):
      guard state.draft?.isSending == true else { return .none }
      state.draft = nil
      // A response in flight may predate the photo, and without loaded photos more than this one is missing.
      guard let photos = state.photos, !state.isLoading else { return load(&state) }
      let position = photos.firstIndex { $0.id == photo.id }
      state.photos?.replaceSubrange(position.map { $0..<$0 + 1 } ?? 0..<0, with: [photo])
    case .publishFailed(let failure):
      guard state.draft?.isSending == true else { return .none }
      state.draft?.isSending = false
      state.draft?.percent = nil
      return fail(failure, &state)
    default: break
    }
    return .none
  }
}
