import ColmeiaExplorer

@testable import ReferenceApp

/// Explores the album with the project's own back end: a session that changes with each response, a copy cached on the
/// device, and a token store that may fail.
enum AlbumExplorer {
  static func make() -> Explorer<Album, BackendModel> {
    var explorer = Explorer(Album.State(), Album(), server: BackendModel.albums())
    let actions: [Album.Action] = [
      .restore, .typed(.email, "ana@colmeia.example"), .typed(.email, "bia@colmeia.example"),
      .typedPassword(Secret("ana-123")), .signIn, .signOut, .load, .use(.kept), .compose, .discard,
    ]
    for action in actions { explorer.action(action, weight: action == .signIn ? 3 : 1) }
    addRules(&explorer)
    explorer.sometimes("a password is rejected") { $0.failure == .wrongCredentials }
    explorer.sometimes("a user has signed out") { state, world in
      state.session == .signedOut && world.server.session.isEmpty && world.server.tokens > 1
    }
    return explorer
  }

  /// Returns an explorer in which Ana is signed in and is about to publish a photo.
  static func makeOwner() -> Explorer<Album, BackendModel> {
    var server = BackendModel.albums()
    var state = Album.State(session: .signedOut)
    let call = AlbumAPI.signIn(email: "ana@colmeia.example", password: "ana-123")
    if case .success(let user) = server.callAlbum(call, at: "album/auth") { state.session = .signedIn(user) }
    state.draft = AlbumDraft(file: "a.jpeg", caption: "Rex")
    var explorer = Explorer(state, Album(), server: server)
    let actions: [Album.Action] = [
      .load, .use(.both), .use(.kept), .use(.fresh), .compose, .typed(.file, "a.jpeg"), .typed(.file, ""),
      .typed(.caption, "Rex"), .edit(1), .publish, .discard, .signOut, .typedPassword(Secret("ana-123")),
    ]
    let weights: [(Album.Action, Int)] = [(.publish, 4), (.load, 3), (.edit(1), 3)]
    for action in actions { explorer.action(action, weight: weights.first { $0.0 == action }?.1 ?? 1) }
    explorer.elsewhere("the session ends") { server in
      guard let client = server.session["client"] else { return false }
      return server.endAlbumSession(client)
    }
    addRules(&explorer)
    explorer.eventually("while signed out, the server has no session, unless a response was lost") { state, world in
      state.session.owner != nil || world.server.hasLostAnswers || !world.server.isAlbumOpen
    }
    explorer.sometimes("a photo is published") { ($0.photos ?? []).contains { $0.caption == "Rex" } }
    explorer.sometimes("the texts of a photo are being changed") {
      $0.draft?.original?.id == 1 && $0.draft?.isSending == true
    }
    explorer.sometimes("the cached copy is shown") { $0.isCopy }
    explorer.sometimes("the session has ended") { $0.failure == .sessionEnded }
    return explorer
  }

  private static func addRules(_ explorer: inout Explorer<Album, BackendModel>) {
    explorer.outcomes { effect, server in outcomes(effect, server) }
    explorer.always("the sign-in form is empty while a user is signed in") { state in
      state.session.owner == nil || state.form == AlbumForm()
    }
    explorer.always("no album is shown while signed out") { state in
      state.session.owner != nil
        || state.photos == nil && state.notice == nil && state.draft == nil && !state.isLoading
    }
    explorer.always("the photos are unique") { state in
      Set((state.photos ?? []).map(\.id)).count == (state.photos ?? []).count
    }
    explorer.always("only a photo that is being sent has progress") { state in
      state.draft?.isSending != false || state.draft?.percent == nil
    }
    explorer.eventually("no operation is in progress") { state in
      !state.isLoading && !state.form.isInProgress && state.draft?.isSending != true && state.session != .restoring
    }
    explorer.eventually("the session belongs to the signed-in user") { state, world in
      guard let owner = state.session.owner else { return true }
      return world.server.session["uid"] == owner.email
    }
    explorer.eventually("the shown photos match the server's, unless a response was lost") { state, world in
      guard !world.server.hasLostAnswers, !state.isCopy, state.failure == nil, let owner = state.session.owner,
        let photos = state.photos
      else { return true }
      return photos.map(\.id) == world.server.photoIDs(of: owner.email)
    }
    explorer.sometimes("a user is signed in") { $0.session.owner != nil }
  }

  private static func outcomes(
    _ effect: Album.Effect, _ server: BackendModel
  ) -> [Outcome<Album.Action, BackendModel>] {
    switch effect {
    case .restore:
      let unread = Outcome<Album.Action, BackendModel>.answer(.restoreFailed(.store(.damaged)))
      if server.session.isEmpty { return [.answer(.restored(nil)), unread] }
      return call(server, AlbumAPI.user(), Album.Action.restored, Album.Action.restoreFailed) + [unread]
    case .signIn(let email, let password):
      return call(
        server, AlbumAPI.signIn(email: email, password: password.value), at: "album/auth",
        Album.Action.signedIn, Album.Action.signInFailed)
    case .signOut:
      let kept = server.outcome(Album.Action.signOutFailed(.store(.denied))) {
        _ = $0.callAlbum(AlbumAPI.signOut(), at: "album/auth")
      }
      return server.outcomes(of: { $0.callAlbum(AlbumAPI.signOut(), at: "album/auth") }) { answer, server in
        if case .failure(let error) = answer, let failure = AlbumFailure(error), failure != .sessionEnded {
          return .signOutFailed(failure)
        }
        server.session = [:]
        return .signedOut
      } + [kept]
    case .forget: return [server.outcome(nil) { $0.session = [:] }, .answer(.forgetFailed(.forget(.denied)))]
    case .notice:
      return server.outcomes(of: { $0.callAlbum(AlbumAPI.notice()) }) { answer, _ in
        if case .success = answer { .notice("two for one") } else { nil }
      }
    case .load(let email, let use): return load(email, use, server)
    case .publish(let draft, let email):
      if let photo = draft.original {
        let change = AlbumAPI.change(photo.id, caption: draft.caption, tags: draft.words)
        return call(server, change, Album.Action.published, Album.Action.publishFailed)
      }
      let call = AlbumAPI.publish(caption: draft.caption, tags: draft.words, picture: .bytes(BackendModel.picture))
      return [.answer(.publishFailed(.photo(.unreadable)))]
        + server.outcomes(of: { $0.callAlbum(call, of: email) }, after: .progress(50)) { answer, _ in
          switch answer {
          case .success(let photo): .published(photo)
          case .failure(let error): AlbumFailure(error).map(Album.Action.publishFailed)
          }
        }
    }
  }

  private static func load(
    _ email: String, _ use: AlbumUse, _ server: BackendModel
  ) -> [Outcome<Album.Action, BackendModel>] {
    let copy = use == .fresh ? nil : server.photos.map { Album.Action.photos($0, isCopy: true) }
    if use == .kept, let copy { return [.answer(copy)] }
    return server.outcomes(of: { $0.callAlbum(AlbumAPI.photos(), of: email) }, after: copy) { answer, server in
      switch answer {
      case .success(let photos):
        server.photos = photos
        return .photos(photos, isCopy: false)
      case .failure(let error): return AlbumFailure(error).map(Album.Action.loadFailed)
      }
    }
  }

  private static func call<Answer>(
    _ server: BackendModel, _ endpoint: Endpoint<Answer>, at path: String = "album",
    _ done: (Answer) -> Album.Action, _ failed: (AlbumFailure) -> Album.Action
  ) -> [Outcome<Album.Action, BackendModel>] {
    server.outcomes(of: { $0.callAlbum(endpoint, at: path) }) { answer, _ in
      switch answer {
      case .success(let answer): done(answer)
      case .failure(let error): AlbumFailure(error).map(failed)
      }
    }
  }
}
