import ColmeiaTesting
import Testing

@testable import ReferenceApp

@Suite struct SelectionTests {
  private func reference(_ text: String) throws -> ImageReference {
    try #require(ImageReference(rawValue: text))
  }

  @Test func `A tapped image is shown alone until it is deselected`() throws {
    let images = try Example.images(.husky)
    var store = TestStore(Feed.State(phase: .loaded(images)), Feed())
    store.send(.select(ImageReference(images[1])), effects: [.picture(images[1])]) {
      $0.selection = ImageReference(images[1])
      $0.picture = FeedPicture(image: images[1])
    }
    #expect(store.state.selectedImage == images[1])
    store.send(.deselect, cancels: [.picture(images[1])]) { ($0.selection, $0.picture) = (nil, nil) }
    #expect(store.state.selectedImage == nil)
    store.finish()
  }

  @Test func `A link loads its breed and then shows its image`() throws {
    let images = try Example.images(.pug)
    let link = FeedLink(breed: .pug, image: try reference("n0_2"))
    var store = TestStore(Feed.State(), Feed())
    store.send(.open(link), effects: [.load(.pug)]) {
      $0 = Feed.State(breed: .pug, phase: .loading, selection: link.image)
    }
    #expect(store.state.selectedImage == nil)
    #expect(!store.state.isSelectionMissing)
    store.answer(.load(.pug), with: .loaded(.pug, images), effects: [.picture(images[1])]) {
      $0.phase = .loaded(images)
      $0.picture = FeedPicture(image: images[1])
    }
    #expect(store.state.selectedImage == images[1])
    store.finish(leaving: [.picture(images[1])])
  }

  @Test func `A link to a breed that is loaded or loading sends no request`() throws {
    let link = FeedLink(breed: .husky, image: try reference("n0_1"))
    var loading = TestStore(Feed.State(phase: .loading), Feed())
    loading.send(.open(link)) { $0.selection = link.image }
    loading.send(.open(FeedLink())) { $0.selection = nil }
    loading.finish()
    let images = try Example.images(.husky)
    var loaded = TestStore(Feed.State(phase: .loaded(images)), Feed())
    loaded.send(.open(link), effects: [.picture(images[0])]) {
      $0.selection = link.image
      $0.picture = FeedPicture(image: images[0])
    }
    loaded.send(.open(FeedLink()), cancels: [.picture(images[0])]) { ($0.selection, $0.picture) = (nil, nil) }
    loaded.finish()
  }

  @Test func `A link to another breed, or to one that failed, loads the breed`() throws {
    let phases: [Feed.State.Phase] = [
      .idle, .loading, .loaded(try Example.images(.husky)), .failed(.offline),
    ]
    for phase in phases {
      var store = TestStore(Feed.State(phase: phase), Feed())
      store.send(.open(FeedLink(breed: .pug)), effects: [.load(.pug)]) {
        $0 = Feed.State(breed: .pug, phase: .loading)
      }
      store.finish(leaving: [.load(.pug)])
    }
    var store = TestStore(Feed.State(phase: .failed(.offline)), Feed())
    store.send(.open(FeedLink()), effects: [.load(.husky)]) { $0.phase = .loading }
    store.finish(leaving: [.load(.husky)])
  }

  @Test func `A retry keeps the image selected by the link`() throws {
    let link = FeedLink(image: try reference("n0_1"))
    var store = TestStore(Feed.State(phase: .failed(.offline), selection: link.image), Feed())
    store.send(.retry, effects: [.load(.husky)]) { $0.phase = .loading }
    store.finish(leaving: [.load(.husky)])
  }

  @Test func `A selected image that the breed doesn't have is reported as missing`() throws {
    let state = Feed.State(phase: .loaded(try Example.images(.husky)), selection: try reference("n9"))
    #expect(state.isSelectionMissing)
    #expect(state.selectedImage == nil)
  }

  @Test func `A whole URL takes precedence over a name`() throws {
    let texts = ["https://a/x/buddy.jpg", "https://a/y/buddy.jpg"]
    let images = try texts.map { try #require(ImageURL(rawValue: $0)) }
    #expect(ImageReference(images[1]).find(in: images) == images[1])
    #expect(try reference("buddy").find(in: images) == images[0])
    #expect(ImageReference(rawValue: "") == nil)
  }
}
