import ColmeiaTesting
import Testing

@testable import ReferenceApp

/// Tests the album: its session, the photos that are shown, and publishing.
@Suite struct AlbumTests {
  static let signOut = Album.Effect.signOut(owner.email)
  static let owner = AlbumOwner(email: "ana@b.example", name: "Ana", registered: 1_440_171_945, pizza: "Calabresa")
  static func photo(_ id: Int) -> AlbumPhoto {
    AlbumPhoto(id: id, caption: "Foto \(id)", tags: ["cão"], taken: 1, address: "http://h/album/photos/\(id)")
  }
  private static let load = Album.Effect.load("ana@b.example", .both)

  private static func signedIn(_ draft: AlbumDraft? = nil) -> Album.State {
    Album.State(session: .signedIn(owner), photos: [photo(1)], draft: draft)
  }

  @Test func `A saved session is restored; without one the sign-in form is shown`() {
    var store = TestStore(Album.State(), Album())
    store.send(.restore, effects: [.restore]) { $0.session = .restoring }
    store.send(.restore)
    store.answer(.restore, with: .restored(nil)) { $0.session = .signedOut }
    store.send(.restore, effects: [.restore]) { $0.session = .restoring }
    store.answer(.restore, with: .restoreFailed(.request(.offline))) {
      $0.session = .signedOut
      $0.failure = .request(.offline)
    }
    store.send(.restore, effects: [.restore]) {
      $0.session = .restoring
      $0.failure = nil
    }
    store.answer(.restore, with: .restored(Self.owner), effects: [Self.load, .notice]) {
      $0.session = .signedIn(Self.owner)
      $0.isLoading = true
    }
    store.finish(leaving: [Self.load, .notice])
  }

  @Test func `Signing in after a rejected attempt shows the album and clears the password`() {
    var store = TestStore(Album.State(session: .signedOut), Album())
    store.send(.signIn) { $0.failure = .entranceIncomplete }
    store.send(.typed(.email, " ana@b.example ")) { ($0.form.email, $0.failure) = (" ana@b.example ", nil) }
    store.send(.typedPassword(Secret("x"))) { $0.form.password = Secret("x") }
    let signIn = Album.Effect.signIn(email: "ana@b.example", Secret("x"))
    store.send(.signIn, effects: [signIn]) { $0.form.isInProgress = true }
    store.send(.typed(.email, "ana@b.example")) { $0.form.email = "ana@b.example" }
    store.answer(signIn, with: .signInFailed(.refused(message: "Não."))) {
      $0.form.isInProgress = false
      $0.failure = .refused(message: "Não.")
    }
    store.send(.signIn, effects: [signIn]) {
      $0.form.isInProgress = true
      $0.failure = nil
    }
    store.answer(signIn, with: .signedIn(Self.owner), effects: [Self.load, .notice]) {
      $0 = Album.State(session: .signedIn(Self.owner), isLoading: true)
    }
    store.answer(.notice, with: .notice("Olá")) { $0.notice = "Olá" }
    store.resolve(Self.load, with: .photos([Self.photo(1)], isCopy: true)) {
      $0.photos = [Self.photo(1)]
      $0.isCopy = true
    }
    store.answer(Self.load, with: .photos([Self.photo(2), Self.photo(1)], isCopy: false)) {
      $0.photos = [Self.photo(2), Self.photo(1)]
      $0.isCopy = false
      $0.isLoading = false
    }
    store.finish()
  }

  @Test func `The cached copy ends the request if only the copy is wanted`() {
    var store = TestStore(Self.signedIn(), Album())
    let kept = Album.Effect.load("ana@b.example", .kept)
    store.send(.use(.kept), effects: [kept]) {
      $0.use = .kept
      $0.isLoading = true
    }
    store.answer(kept, with: .photos([Self.photo(1)], isCopy: true)) {
      $0.isCopy = true
      $0.isLoading = false
    }
    let fresh = Album.Effect.load("ana@b.example", .fresh)
    store.send(.use(.fresh), effects: [fresh]) {
      $0.use = .fresh
      $0.isLoading = true
    }
    store.answer(fresh, with: .loadFailed(.request(.offline))) {
      $0.isLoading = false
      $0.failure = .request(.offline)
    }
    store.finish()
  }

  @Test func `A photo is published with progress, and becomes the first one`() {
    var store = TestStore(Self.signedIn(), Album())
    store.send(.publish)
    store.send(.compose) { $0.draft = AlbumDraft() }
    store.send(.publish) { $0.failure = .fileMissing }
    store.send(.typed(.file, "a.png")) {
      $0.draft?.file = "a.png"
      $0.failure = nil
    }
    store.send(.publish) { $0.failure = .captionMissing }
    store.send(.typed(.caption, "Rex")) {
      $0.draft?.caption = "Rex"
      $0.failure = nil
    }
    store.send(.typed(.tags, "cão, neve")) { $0.draft?.tags = "cão, neve" }
    let publish = Album.Effect.publish(
      AlbumDraft(file: "a.png", caption: "Rex", tags: "cão, neve"), of: "ana@b.example")
    store.send(.publish, effects: [publish]) { $0.draft?.isSending = true }
    store.send(.typed(.caption, "late"))
    store.send(.signOut)
    store.resolve(publish, with: .progress(40)) { $0.draft?.percent = 40 }
    store.resolve(publish, with: .progress(30))
    store.answer(publish, with: .publishFailed(.refused(message: "Cheio."))) {
      $0.draft?.isSending = false
      $0.draft?.percent = nil
      $0.failure = .refused(message: "Cheio.")
    }
    store.send(.publish, effects: [publish]) {
      $0.draft?.isSending = true
      $0.failure = nil
    }
    store.answer(publish, with: .published(Self.photo(2))) {
      $0.draft = nil
      $0.photos = [Self.photo(2), Self.photo(1)]
    }
    store.finish()
  }

  @Test func `The texts of a photo can be changed, and it keeps its place`() {
    var store = TestStore(Self.signedIn(), Album())
    store.send(.load, effects: [Self.load]) { $0.isLoading = true }
    store.answer(Self.load, with: .photos([Self.photo(2), Self.photo(1)], isCopy: false)) {
      ($0.photos, $0.isLoading) = ([Self.photo(2), Self.photo(1)], false)
    }
    store.send(.edit(3))
    let draft = AlbumDraft(original: Self.photo(1), caption: "Foto 1", tags: "cão")
    store.send(.edit(1)) { $0.draft = draft }
    store.send(.edit(2))
    store.send(.compose)
    #expect(AppReducer.State(album: store.state, tab: .album).screen(.english).title == "Edit photo")
    #expect(AppReducer.State(album: store.state, tab: .album).screen(.english).fields.map(\.kind) == [.text, .text])
    let publish = Album.Effect.publish(draft, of: "ana@b.example")
    store.send(.publish, effects: [publish]) { $0.draft?.isSending = true }
    let changed = AlbumPhoto(id: 1, caption: "Rex", tags: [], taken: 1, address: "http://h/album/photos/1")
    store.answer(publish, with: .published(changed)) {
      $0.draft = nil
      $0.photos = [Self.photo(2), changed]
    }
    store.finish()
  }

  @Test func `Discarding a photo that is being sent cancels the upload`() {
    var store = TestStore(Self.signedIn(AlbumDraft(file: "a", caption: "b")), Album())
    let publish = Album.Effect.publish(AlbumDraft(file: "a", caption: "b"), of: "ana@b.example")
    store.send(.publish, effects: [publish]) { $0.draft?.isSending = true }
    // The photo may have arrived.
    store.send(.discard, effects: [Self.load], cancels: [publish]) {
      $0.draft = nil
      $0.isLoading = true
    }
    store.send(.compose) { $0.draft = AlbumDraft() }
    store.send(.discard) { $0.draft = nil }
    store.finish(leaving: [Self.load])
  }

  @Test func `A photo published while the others are loading or missing is shown together with them`() {
    let draft = AlbumDraft(file: "a", caption: "b")
    let publish = Album.Effect.publish(draft, of: "ana@b.example")
    var store = TestStore(Self.signedIn(draft), Album())
    store.send(.load, effects: [Self.load]) { $0.isLoading = true }
    store.send(.publish, effects: [publish]) { $0.draft?.isSending = true }
    store.answer(publish, with: .published(Self.photo(2)), effects: [Self.load], cancels: [Self.load]) {
      $0.draft = nil
    }
    store.answer(Self.load, with: .photos([Self.photo(2), Self.photo(1)], isCopy: false)) {
      ($0.photos, $0.isLoading) = ([Self.photo(2), Self.photo(1)], false)
    }
    store.finish()
    store = TestStore(Album.State(session: .signedIn(Self.owner), draft: draft), Album())
    store.send(.publish, effects: [publish]) { $0.draft?.isSending = true }
    store.answer(publish, with: .published(Self.photo(2)), effects: [Self.load]) {
      ($0.draft, $0.isLoading) = (nil, true)
    }
    store.finish(leaving: [Self.load])
  }

  @Test func `The sign-in form can't be edited while an account is signed in`() {
    var store = TestStore(Self.signedIn(), Album())
    store.send(.typed(.email, "a@b.example"))
    store.send(.typedPassword(Secret("x")))
    store.finish()
  }

  @Test func `The end of the session removes the album and is reported`() {
    var store = TestStore(Self.signedIn(AlbumDraft()), Album())
    store.send(.load, effects: [Self.load]) { $0.isLoading = true }
    store.answer(Self.load, with: .loadFailed(.sessionEnded), effects: [.forget]) {
      $0 = Album.State(session: .signedOut, failure: .sessionEnded)
    }
    store.finish(leaving: [.forget])
  }

  @Test func `A saved session that the server refuses is removed, which isn't a failure; a sign-in waits for that`() {
    var store = TestStore(Album.State(), Album())
    store.send(.restore, effects: [.restore]) { $0.session = .restoring }
    store.answer(.restore, with: .restoreFailed(.sessionEnded), effects: [.forget]) { $0.session = .signedOut }
    store.answer(.forget, with: .forgetFailed(.forget(.denied))) { $0.failure = .forget(.denied) }
    store.finish()
  }

  @Test func `A session can be ended before the task that restored it has returned`() {
    var store = TestStore(Album.State(), Album())
    store.send(.restore, effects: [.restore]) { $0.session = .restoring }
    store.resolve(.restore, with: .restored(Self.owner), effects: [Self.load, .notice]) {
      $0 = Album.State(session: .signedIn(Self.owner), isLoading: true)
    }
    store.send(.signOut, effects: [Self.signOut]) { $0.isSigningOut = true }
    store.send(.signOut)
    store.answer(Self.signOut, with: .signedOut, cancels: [.restore, Self.load, .notice]) {
      $0 = Album.State(session: .signedOut)
    }
    store.finish()
  }

  @Test func `Signing out waits for the server's confirmation`() {
    var store = TestStore(Self.signedIn(), Album())
    store.send(.signOut, effects: [Self.signOut]) { $0.isSigningOut = true }
    store.answer(Self.signOut, with: .signOutFailed(.request(.offline))) {
      ($0.isSigningOut, $0.failure) = (false, .request(.offline))
    }
    store.send(.signOut, effects: [Self.signOut]) { ($0.isSigningOut, $0.failure) = (true, nil) }
    store.answer(Self.signOut, with: .signedOut) { $0 = Album.State(session: .signedOut) }
    store.finish()
  }

  @Test func `A request that notices the end of the session while it is being ended changes nothing`() {
    var store = TestStore(Self.signedIn(), Album())
    store.send(.load, effects: [Self.load]) { $0.isLoading = true }
    store.send(.signOut, effects: [Self.signOut]) { $0.isSigningOut = true }
    store.answer(Self.load, with: .loadFailed(.sessionEnded)) { $0.isLoading = false }
    store.answer(Self.signOut, with: .signedOut) { $0 = Album.State(session: .signedOut) }
    store.finish()
  }

  @Test func `Leaving a draft dismisses its failure`() {
    for action in [AppReducer.Action.album(.discard), .open("/album")] {
      var state = AppReducer.State(album: Self.signedIn(AlbumDraft()), tab: .album)
      state.album.failure = .photo(.notAnImage)
      var store = PartialTestStore(state, AppReducer())
      store.send(action)
      #expect(store.state.album.draft == nil && store.state.album.failure == nil)
    }
  }

  @Test func `The screens show the form, the album and the draft`() throws {
    func screen(_ album: Album.State) -> ScreenModel { AppReducer.State(album: album, tab: .album).screen(.english) }
    let form = AlbumForm(email: "a@b.example", password: Secret("x"))
    let entrance = screen(Album.State(session: .signedOut, form: form, failure: .refused(message: "No.")))
    #expect(entrance.fields.map(\.value) == ["a@b.example", "***"] && entrance.messages.map(\.text) == ["Error: No."])
    for (field, label) in [("photo[caption]", "Caption"), ("tags", "Tags")] {
      var refused = Self.signedIn(AlbumDraft(file: "a", caption: "b"))
      refused.failure = .refused(message: "O campo \(field) não é válido.")
      let message = screen(refused).messages.first
      #expect(message?.field == label)
      #expect(message?.text == "The server did not accept the \(label.lowercased()). Try a shorter text.")
    }
    let wrong = screen(Album.State(session: .signedOut, form: form, failure: .wrongCredentials))
    #expect(wrong.messages.map(\.text) == ["The email address or password is wrong."])
    #expect(entrance.buttons.map(\.action) == [.album(.signIn)] && entrance.buttons[0].isEnabled)
    var state = Self.signedIn()
    (state.notice, state.isCopy) = ("Two for one", true)
    let album = screen(state)
    #expect(album.title == "Album: Ana" && album.rows.map(\.text) == ["Foto 1"])
    #expect(album.pictures == ["http://h/album/photos/1"] && album.rows[0].action == .album(.edit(1)))
    #expect(
      album.messages.map(\.text) == [
        "Two for one", "Saved copy.", "Since 21 Aug 2015 15:45 UTC. Favorite pizza: Calabresa.",
      ])
    #expect(
      album.buttons.map(\.label)
        == ["New photo", "Reload", "Show at once and update", "Use what is saved", "Always load again", "Sign out"])
    let draft = screen(Self.signedIn(AlbumDraft(file: "a", caption: "b", isSending: true, percent: 40)))
    #expect(draft.messages.map(\.text) == ["Sending… 40%"] && draft.progress == 40 && draft.isBusy)
    #expect(try draft.fields[1].action(typing: "c") == .album(.typed(.caption, "c")))
    #expect(draft.buttons.map(\.isEnabled) == [false, true])
  }
}
