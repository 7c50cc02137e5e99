import ColmeiaTesting
import Testing

@testable import ColmeiaApp

@Suite struct ProfileTests {
  private static let ana = ProfileInfo(id: 1, name: "Ana", about: "Oi", photo: "users/1/a.png")
  private static var form: ProfileForm { ProfileForm(ana) }

  /// Ana's profile, which is here with its photo; seen by `me`.
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

  @Test func `A photo that is not there is told, and a profile may have none`() {
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

  @Test func `What was loaded before a save is loaded again, for it may be older`() {
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

  @Test func `Only one's own profile is changed, and only when there is something to save`() {
    var other = Self.store(me: 2)
    other.send(.edit)
    other.finish()
    var store = Self.store()
    store.send(.edit) { $0.form = Self.form }
    store.send(.edit)
    store.send(.save)
    store.send(.typed(.name, "  ")) { $0.form?.name = "  " }
    store.send(.save)
    store.send(.discard) { $0.form = nil }
    store.send(.typed(.name, "x"))
    store.finish()
  }

  @Test func `Only what has changed is sent`() {
    var store = Self.store()
    store.send(.edit) { $0.form = Self.form }
    store.send(.typed(.about, "Olá")) { $0.form?.about = "Olá" }
    store.send(.save, effects: [.saveText(1, name: nil, about: "Olá")]) { $0.form?.isSavingText = true }
    store.send(.typed(.about, "ignored while it is being saved"))
    store.send(.save)
    store.send(.discard)
    let saved = ProfileInfo(id: 1, name: "Ana", about: "Olá", photo: "users/1/a.png")
    store.answer(.saveText(1, name: nil, about: "Olá"), with: .textSaved(saved)) {
      $0.info.value?.about = "Olá"
      $0.form = nil
    }
    store.finish()
  }

  @Test func `Text and photo go at once, the photo's reference behind it, and the form ends once`() {
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
    let renamed = ProfileInfo(id: 1, name: "Ana Maria", about: "Oi", photo: "users/1/a.png")
    store.answer(.saveText(1, name: "Ana Maria", about: nil), with: .textSaved(renamed)) {
      $0.form?.isSavingText = false
      $0.info.value?.name = "Ana Maria"
    }
    store.answer(
      .upload("b.png", user: 1), with: .uploaded(key: "users/1/b.png"), effects: [.link(1, photo: "users/1/b.png")]
    ) { $0.form?.photoStep = .linking(key: "users/1/b.png") }
    let linked = ProfileInfo(id: 1, name: "Ana Maria", about: "Oi", photo: "users/1/b.png")
    store.answer(
      .link(1, photo: "users/1/b.png"), with: .linked(linked), effects: [.photo("users/1/b.png")]
    ) {
      $0.form = nil
      $0.info.value?.photo = "users/1/b.png"
      $0.photoSize = nil
      $0.isLoadingPhoto = true
    }
    store.finish(leaving: [.photo("users/1/b.png")])
  }

  @Test func `The first failure is shown, what succeeded stays, and saving again does only the rest`() {
    var store = Self.store()
    store.send(.edit) { $0.form = Self.form }
    store.send(.typed(.name, "Ana Maria")) { $0.form?.name = "Ana Maria" }
    store.send(.choosePhoto("b.png")) { $0.form?.photo = "b.png" }
    store.send(.save, effects: [.saveText(1, name: "Ana Maria", about: nil), .upload("b.png", user: 1)]) {
      $0.form?.isSavingText = true
      $0.form?.photoStep = .uploading
    }
    store.answer(
      .upload("b.png", user: 1), with: .uploaded(key: "users/1/b.png"), effects: [.link(1, photo: "users/1/b.png")]
    ) { $0.form?.photoStep = .linking(key: "users/1/b.png") }
    store.answer(.link(1, photo: "users/1/b.png"), with: .linkFailed(.request(.offline))) {
      $0.form?.photoStep = .uploaded(key: "users/1/b.png")
      $0.form?.failure = .api(.request(.offline))
    }
    store.answer(.saveText(1, name: "Ana Maria", about: nil), with: .textFailed(.notProcessed)) {
      $0.form?.isSavingText = false
    }
    // The photo is in the store already: only its reference is left, and the text.
    store.send(
      .save, effects: [.saveText(1, name: "Ana Maria", about: nil), .link(1, photo: "users/1/b.png")]
    ) {
      $0.form?.failure = nil
      $0.form?.isSavingText = true
      $0.form?.photoStep = .linking(key: "users/1/b.png")
    }
    let linked = ProfileInfo(id: 1, name: "Ana", about: "Oi", photo: "users/1/b.png")
    store.answer(.link(1, photo: "users/1/b.png"), with: .linked(linked), effects: [.photo("users/1/b.png")]) {
      $0.form?.photoStep = .idle
      $0.form?.photo = nil
      $0.info.value?.photo = "users/1/b.png"
      $0.photoSize = nil
      $0.isLoadingPhoto = true
    }
    let renamed = ProfileInfo(id: 1, name: "Ana Maria", about: "Oi", photo: "users/1/b.png")
    store.answer(.saveText(1, name: "Ana Maria", about: nil), with: .textSaved(renamed)) {
      $0.info.value?.name = "Ana Maria"
      $0.form = nil
    }
    store.finish(leaving: [.photo("users/1/b.png")])
  }

  @Test func `How much of a photo has come is known while it comes, never goes back, and is forgotten`() {
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

  @Test func `How much of a new photo has gone is known while it goes, and another attempt begins at nothing`() {
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

  @Test func `Another photo makes what was uploaded and not linked a thing of the past`() {
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
