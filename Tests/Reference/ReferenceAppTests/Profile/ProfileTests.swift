import ColmeiaTesting
import Testing

@testable import ReferenceApp

@Suite struct ProfileTests {
  private static let ana = Member(id: 1, name: "Ana", about: "Oi", photo: "users/1/a.png")
  private static var form: ProfileForm { ProfileForm(ana) }

  /// Returns Ana's profile, loaded with its photo and viewed by the member `me`.
  private static func store(me: Int = 1) -> TestStore<Profile> {
    TestStore(Profile.State(id: 1, info: Loaded(ana), photoSize: 100), Profile(me: me))
  }

  @Test func `A profile is loaded, and then its photo`() {
    var store = TestStore(Profile.State(id: 1), Profile(me: 2))
    store.send(.load, effects: [.load(1)]) { $0.info.isLoading = true }
    store.answer(.load(1), with: .loaded(Self.ana), effects: [.photo("users/1/a.png")]) {
      $0.info = Loaded(Self.ana)
      $0.isLoadingPhoto = true
    }
    store.answer(.photo("users/1/a.png"), with: .photoLoaded(bytes: 100)) {
      $0.isLoadingPhoto = false
      $0.photoSize = 100
    }
    store.send(.load, effects: [.load(1)]) { $0.info.isLoading = true }
    store.answer(.load(1), with: .loadFailed(.notFound)) {
      $0.info.isLoading = false
      $0.info.failure = .notFound
    }
    store.finish()
  }

  @Test func `A missing photo is reported, and a profile may have no photo`() {
    var store = TestStore(Profile.State(id: 1), Profile(me: 2))
    store.send(.load, effects: [.load(1)]) { $0.info.isLoading = true }
    store.answer(.load(1), with: .loaded(Self.ana), effects: [.photo("users/1/a.png")]) {
      $0.info = Loaded(Self.ana)
      $0.isLoadingPhoto = true
    }
    store.answer(.photo("users/1/a.png"), with: .photoFailed(.refused("NoSuchKey"))) {
      $0.isLoadingPhoto = false
      $0.photoFailure = .refused("NoSuchKey")
    }
    store.send(.photoLoaded(bytes: 7))
    var plain = Self.ana
    plain.photo = nil
    store.send(.loaded(plain)) {
      $0.info = Loaded(plain)
      $0.photoFailure = nil
    }
    store.finish()
  }

  @Test func `A load in flight during a save is repeated, because its response may be stale`() {
    var state = Profile.State(id: 1, info: Loaded(Self.ana), photoSize: 100, form: Self.form)
    state.form?.name = "Ana M."
    var store = PartialTestStore(state, Profile(me: 1))
    store.send(.save, effects: [.saveText(1, name: "Ana M.", about: nil)])
    store.send(.load, effects: [.load(1)])
    var saved = Self.ana
    saved.name = "Ana M."
    store.answer(
      .saveText(1, name: "Ana M.", about: nil), with: .textSaved(saved), effects: [.load(1)], cancels: [.load(1)])
    store.answer(.load(1), with: .loaded(saved)) { #expect($0.info == Loaded(saved)) }
  }

  @Test func `Only the user's own profile can be edited, and saved only if something has changed`() {
    var other = Self.store(me: 2)
    other.send(.edit)
    other.finish()
    var store = Self.store()
    store.send(.edit) { $0.form = Self.form }
    store.send(.edit)
    store.send(.save)
    store.send(.typed(.name, "  ")) { $0.form?.name = "  " }
    store.send(.save) { $0.form?.failure = .nameMissing }
    store.send(.typed(.name, "")) {
      $0.form?.name = ""
      $0.form?.failure = nil
    }
    store.send(.discard) { $0.form = nil }
    store.send(.typed(.name, "x"))
    store.finish()
  }

  @Test func `Only the changed fields are sent`() {
    var store = Self.store()
    store.send(.edit) { $0.form = Self.form }
    store.send(.typed(.about, "Olá")) { $0.form?.about = "Olá" }
    store.send(.save, effects: [.saveText(1, name: nil, about: "Olá")]) { $0.form?.isSavingText = true }
    store.send(.typed(.about, "ignored while it is being saved"))
    store.send(.save)
    store.send(.discard)
    let saved = Member(id: 1, name: "Ana", about: "Olá", photo: "users/1/a.png")
    store.answer(.saveText(1, name: nil, about: "Olá"), with: .textSaved(saved)) {
      $0.info.value?.about = "Olá"
      $0.form = nil
    }
    store.finish()
  }

  @Test func `Text and photo are saved concurrently, then the photo's key, and the form closes once`() {
    var store = Self.store()
    store.send(.edit) { $0.form = Self.form }
    store.send(.typed(.name, "Ana Maria")) { $0.form?.name = "Ana Maria" }
    store.send(.choosePhoto("b.png")) { $0.form?.photo = "b.png" }
    store.send(
      .save, effects: [.saveText(1, name: "Ana Maria", about: nil), .upload("b.png", user: 1)]
    ) {
      $0.form?.isSavingText = true
      $0.form?.photoStep = .uploading
    }
    let renamed = Member(id: 1, name: "Ana Maria", about: "Oi", photo: "users/1/a.png")
    store.answer(.saveText(1, name: "Ana Maria", about: nil), with: .textSaved(renamed)) {
      $0.form?.isSavingText = false
      $0.info.value?.name = "Ana Maria"
    }
    store.answer(
      .upload("b.png", user: 1), with: .uploaded(key: "users/1/b.png"),
      effects: [.link(1, photo: "users/1/b.png", replacing: "users/1/a.png")]
    ) { $0.form?.photoStep = .linking(key: "users/1/b.png") }
    let linked = Member(id: 1, name: "Ana Maria", about: "Oi", photo: "users/1/b.png")
    store.answer(
      .link(1, photo: "users/1/b.png", replacing: "users/1/a.png"), with: .linked(linked),
      effects: [.photo("users/1/b.png")]
    ) {
      $0.form = nil
      $0.info.value?.photo = "users/1/b.png"
      $0.photoSize = nil
      $0.isLoadingPhoto = true
    }
    store.finish(leaving: [.photo("users/1/b.png")])
  }

  @Test func `The first failure is shown, and saving again does only what has not succeeded`() {
    var store = Self.store()
    store.send(.edit) { $0.form = Self.form }
    store.send(.typed(.name, "Ana Maria")) { $0.form?.name = "Ana Maria" }
    store.send(.choosePhoto("b.png")) { $0.form?.photo = "b.png" }
    store.send(.save, effects: [.saveText(1, name: "Ana Maria", about: nil), .upload("b.png", user: 1)]) {
      $0.form?.isSavingText = true
      $0.form?.photoStep = .uploading
    }
    store.answer(
      .upload("b.png", user: 1), with: .uploaded(key: "users/1/b.png"),
      effects: [.link(1, photo: "users/1/b.png", replacing: "users/1/a.png")]
    ) { $0.form?.photoStep = .linking(key: "users/1/b.png") }
    store.answer(.link(1, photo: "users/1/b.png", replacing: "users/1/a.png"), with: .linkFailed(.request(.offline))) {
      $0.form?.photoStep = .uploaded(key: "users/1/b.png")
      $0.form?.failure = .api(.request(.offline))
    }
    store.answer(.saveText(1, name: "Ana Maria", about: nil), with: .textFailed(.notProcessed)) {
      $0.form?.isSavingText = false
    }
    // The photo is already in the object store, so only its key and the text remain.
    store.send(
      .save,
      effects: [
        .saveText(1, name: "Ana Maria", about: nil), .link(1, photo: "users/1/b.png", replacing: "users/1/a.png"),
      ]
    ) {
      $0.form?.failure = nil
      $0.form?.isSavingText = true
      $0.form?.photoStep = .linking(key: "users/1/b.png")
    }
    let linked = Member(id: 1, name: "Ana", about: "Oi", photo: "users/1/b.png")
    store.answer(
      .link(1, photo: "users/1/b.png", replacing: "users/1/a.png"), with: .linked(linked),
      effects: [.photo("users/1/b.png")]
    ) {
      $0.form?.photoStep = .idle
      $0.form?.photo = nil
      $0.info.value?.photo = "users/1/b.png"
      $0.photoSize = nil
      $0.isLoadingPhoto = true
    }
    let renamed = Member(id: 1, name: "Ana Maria", about: "Oi", photo: "users/1/b.png")
    store.answer(.saveText(1, name: "Ana Maria", about: nil), with: .textSaved(renamed)) {
      $0.info.value?.name = "Ana Maria"
      $0.form = nil
    }
    store.finish(leaving: [.photo("users/1/b.png")])
  }

  @Test func `The progress of a download never decreases, and is cleared at the end`() {
    var store = TestStore(Profile.State(id: 1), Profile(me: 2))
    store.send(.load, effects: [.load(1)]) { $0.info.isLoading = true }
    store.send(.photoProgress(3))
    store.answer(.load(1), with: .loaded(Self.ana), effects: [.photo("users/1/a.png")]) {
      $0.info = Loaded(Self.ana)
      $0.isLoadingPhoto = true
    }
    store.send(.photoProgress(0)) { $0.photoPercent = 0 }
    store.send(.photoProgress(40)) { $0.photoPercent = 40 }
    for odd in [40, 39, -1, 101, .max] { store.send(.photoProgress(odd)) }
    store.send(.uploadProgress(41))
    store.answer(.photo("users/1/a.png"), with: .photoLoaded(bytes: 100)) {
      ($0.isLoadingPhoto, $0.photoPercent) = (false, nil)
      $0.photoSize = 100
    }
    store.send(.photoProgress(50))
    store.finish()
  }

  @Test func `The progress of an upload never decreases, and starts over with another attempt`() {
    var store = Self.store()
    store.send(.edit) { $0.form = Self.form }
    store.send(.choosePhoto("b.png")) { $0.form?.photo = "b.png" }
    store.send(.uploadProgress(3))
    for failure in [PhotoFailure.request(.offline), .notAnImage] {
      store.send(.save, effects: [.upload("b.png", user: 1)]) {
        $0.form?.photoStep = .uploading
        $0.form?.failure = nil
      }
      store.send(.uploadProgress(7)) { $0.form?.uploadPercent = 7 }
      store.send(.uploadProgress(6))
      store.send(.photoProgress(8))
      store.answer(.upload("b.png", user: 1), with: .uploadFailed(failure)) {
        $0.form?.photoStep = .idle
        $0.form?.uploadPercent = nil
        $0.form?.failure = .photo(failure)
      }
    }
    store.finish()
  }

  @Test func `Choosing another photo discards the one that was uploaded but not linked`() {
    var store = Self.store()
    store.send(.edit) { $0.form = Self.form }
    store.send(.choosePhoto("b.png")) { $0.form?.photo = "b.png" }
    store.send(.save, effects: [.upload("b.png", user: 1)]) { $0.form?.photoStep = .uploading }
    store.answer(.upload("b.png", user: 1), with: .uploadFailed(.notAnImage)) {
      $0.form?.photoStep = .idle
      $0.form?.failure = .photo(.notAnImage)
    }
    store.send(.choosePhoto("")) { $0.form?.photo = nil }
    store.send(.save)
    store.send(.linked(Self.ana))
    store.finish()
  }
}
