import ColmeiaSecrets

extension AlbumFailure {
  /// Whether the same operation may succeed later.
  fileprivate var isTemporary: Bool {
    switch self {
    case .request, .restore: true
    case .sessionEnded, .wrongCredentials, .tooManyAttempts, .refused, .photo, .entranceIncomplete, .fileMissing,
      .captionMissing, .store, .forget:
      false
    }
  }

  /// The label of the field to which the failure belongs, if any.
  fileprivate var field: Phrase? {
    switch self {
    case .photo, .fileMissing: .photoChosen
    case .captionMissing: .caption
    case .refused: refusedField
    case .sessionEnded, .wrongCredentials, .tooManyAttempts, .entranceIncomplete, .store, .restore, .forget, .request:
      nil
    }
  }
}

extension AppReducer.State {
  func albumScreen(_ language: Language) -> ScreenBuilder {
    var builder = ScreenBuilder(.album, language)
    if let draft = album.draft {
      addAlbumDraft(draft, &builder)
    } else if let owner = album.session.owner {
      addAlbum(of: owner, &builder)
    } else {
      addAlbumEntrance(&builder)
    }
    builder.message(album.failure.map(Phrase.albumFailed), .error, of: album.failure?.field)
    return builder
  }

  private func addAlbumEntrance(_ builder: inout ScreenBuilder) {
    let isReady = album.session == .signedOut && !album.form.isInProgress
    builder.field(.email, album.form.email, .email) { .album(.typed(.email, $0)) }
    builder.field(.password, "\(album.form.password)", .password) { .album(.typedPassword(Secret($0))) }
    builder.button(
      .signUp, .album(.signIn), isEnabled: isReady && album.form.canSubmit, .submit)
    if album.failure?.isTemporary == true {
      // What failed is the sign-in if its form is filled in. To type into it dismisses the failure.
      let failed: Album.Action = album.form.canSubmit ? .signIn : .restore
      builder.button(.retry, .album(failed), isEnabled: isReady)
    }
    builder.screen.isBusy = !isReady
  }

  private func addAlbum(of owner: AlbumOwner, _ builder: inout ScreenBuilder) {
    builder.screen.title += ": \(owner.name)"
    builder.screen.layout = .grid
    if let notice = album.notice { builder.message(notice, .notice) }
    if album.isCopy { builder.message(.savedCopy, .notice) }
    if album.photos?.isEmpty == true { builder.message(.noPhotos, .empty) }
    for photo in album.photos ?? [] {
      builder.row(
        photo.caption, photo.tags.joined(separator: ", "), picture: photo.address, .album(.edit(photo.id)))
    }
    builder.button(.newPhoto, .album(.compose))
    builder.button(.reload, .album(.load), isEnabled: !album.isLoading)
    for use in AlbumUse.allCases {
      builder.choice(
        Phrase.albumUse(use).text(builder.language), .album(.use(use)), isEnabled: !album.isLoading,
        isSelected: use == album.use)
    }
    builder.message(.albumOwner(owner), .notice)
    builder.button(.signOut, .album(.signOut), isEnabled: !album.isSigningOut)
    builder.screen.isBusy = album.isLoading || album.isSigningOut
  }

  private func addAlbumDraft(_ draft: AlbumDraft, _ builder: inout ScreenBuilder) {
    builder.screen.title = (draft.original == nil ? Phrase.newPhoto : .editPhoto).text(builder.language)
    if draft.original == nil { builder.field(.photoChosen, draft.file, .file) { .album(.typed(.file, $0)) } }
    builder.field(.caption, draft.caption, .text) { .album(.typed(.caption, $0)) }
    builder.field(.tags, draft.tags, .text) { .album(.typed(.tags, $0)) }
    builder.button(draft.original == nil ? .publish : .save, .album(.publish), isEnabled: draft.canPublish, .submit)
    builder.button(.discard, .album(.discard))
    if draft.isSending { builder.message(builder.text(.sending, percent: draft.percent), .busy) }
    (builder.screen.isBusy, builder.screen.progress) = (draft.isSending, draft.percent)
  }
}
