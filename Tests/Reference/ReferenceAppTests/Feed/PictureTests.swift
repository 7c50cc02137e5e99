import ColmeiaTesting
import Testing

@testable import ReferenceApp

/// Tests the picture of the selected image.
@Suite struct PictureTests {
  private let images: [ImageURL]

  init() throws { images = try Example.images(.husky, 3) }

  /// Returns a feed with a selected image, whose picture is being loaded.
  private func looking() -> TestStore<Feed> {
    var store = TestStore(Feed.State(phase: .loaded(images)), Feed())
    store.send(.select(ImageReference(images[0])), effects: [.picture(images[0])]) {
      $0.selection = ImageReference(images[0])
      $0.picture = FeedPicture(image: images[0])
    }
    return store
  }

  @Test func `A picture is loaded, and the state has its progress and size but not its bytes`() {
    var store = looking()
    store.send(.picture(.progress(images[0], percent: 10))) { $0.picture?.phase = .loading(percent: 10) }
    for odd in [10, 9, -1, 101] { store.send(.picture(.progress(images[0], percent: odd))) }
    store.answer(.picture(images[0]), with: .picture(.loaded(images[0], bytes: 100))) {
      $0.picture?.phase = .loaded(bytes: 100)
    }
    store.send(.picture(.progress(images[0], percent: 50)))
    store.send(.picture(.retry))
    store.finish()
  }

  @Test func `Selecting another image cancels the first picture, and its results are ignored`() {
    var store = looking()
    store.send(
      .select(ImageReference(images[1])), effects: [.picture(images[1])], cancels: [.picture(images[0])]
    ) {
      $0.selection = ImageReference(images[1])
      $0.picture = FeedPicture(image: images[1])
    }
    store.send(.picture(.progress(images[0], percent: 50)))
    store.send(.picture(.loaded(images[0], bytes: 100)))
    store.send(.picture(.failed(images[0], .offline)))
    store.finish(leaving: [.picture(images[1])])
  }

  @Test func `Deselecting an image or loading another breed cancels its picture`() {
    var left = looking()
    left.send(.deselect, cancels: [.picture(images[0])]) { ($0.selection, $0.picture) = (nil, nil) }
    left.send(.picture(.loaded(images[0], bytes: 1)))
    left.finish()
    var other = looking()
    other.send(.load(.pug), effects: [.load(.pug)], cancels: [.picture(images[0])]) {
      $0 = Feed.State(breed: .pug, phase: .loading)
    }
    other.finish(leaving: [.load(.pug)])
  }

  @Test func `Selecting the same image again doesn't repeat the request`() {
    var store = looking()
    store.send(.select(ImageReference(images[0])))
    store.finish(leaving: [.picture(images[0])])
  }

  @Test func `A picture that couldn't be loaded can be retried`() {
    var store = looking()
    store.answer(.picture(images[0]), with: .picture(.failed(images[0], .offline))) {
      $0.picture?.phase = .failed(.offline)
    }
    store.send(.picture(.retry), effects: [.picture(images[0])]) { $0.picture?.phase = .loading(percent: nil) }
    store.finish(leaving: [.picture(images[0])])
  }

  @Test func `The screen shows the picture's progress, size or failure`() {
    func screen(_ phase: FeedPicture.Phase) -> ScreenModel {
      var state = AppReducer.State(auth: Auth.State(session: .signedIn(Example.account)))
      state.feed = Feed.State(
        phase: .loaded(images), selection: ImageReference(images[0]),
        picture: FeedPicture(image: images[0], phase: phase))
      return state.screen(.english)
    }
    let loading = screen(.loading(percent: 40))
    #expect(loading.rows.last?.text == "Picture" && loading.rows.last?.detail == "Loading… 40%" && loading.isBusy)
    #expect(screen(.loading(percent: nil)).rows.last?.detail == "Loading…")
    let loaded = screen(.loaded(bytes: 1_234))
    #expect(loaded.rows.last?.detail == "1.2 KB" && !loaded.isBusy)
    let failed = screen(.failed(.offline))
    #expect(failed.rows.count == images.count && failed.messages.count == 1)
    #expect(failed.buttons.contains { $0.action == .feed(.picture(.retry)) && $0.isEnabled })
  }
}
