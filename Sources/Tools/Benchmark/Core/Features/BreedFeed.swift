import Colmeia
import Synchronization

/// The feature of the front page of the documentation.
struct BreedFeed: Reducer {
  struct State: Equatable, Sendable {
    var breed = "husky"
    var images: [String] = []
    var isLoading = false
  }
  enum Action: Sendable { case load(String), loaded([String]), failed }
  enum Effect: Equatable, Sendable { case fetch(String) }
  enum ID: String { case load }
  func reduce(into state: inout State, action: Action) -> Effects {
    switch action {
    case .load(let breed):
      state = State(breed: breed, isLoading: true)
      return .run(.fetch(breed), id: ID.load, .replace)
    case .loaded(let images):
      state.images = images
      state.isLoading = false
    case .failed:
      state.isLoading = false
    }
    return .none
  }
}

struct FeedHandler: EffectHandler {
  enum Answer { case atOnce, inTask, afterSuspension }
  var answer = Answer.atOnce
  static let images = [longText(1), longText(2), longText(3)]

  func work(for effect: BreedFeed.Effect) -> Work<BreedFeed.Action> {
    switch answer {
    case .atOnce: .action(.loaded(Self.images))
    case .inTask: .answer { .loaded(Self.images) }
    case .afterSuspension:
      .answer {
        await Task.yield()
        return .loaded(Self.images)
      }
    }
  }
}

/// What a store does for the feed, by hand: a lock, and a table of what runs, in which the newest load wins.
final class HandWrittenFeed: Sendable {
  private struct Core {
    var state = BreedFeed.State()
    var running: [String: Int] = [:]
    var last = 0
  }
  private let core = Mutex(Core())

  /// Returns what is to be loaded, and the number of the load.
  func load(_ breed: String) -> (breed: String, number: Int) {
    core.withLock { core in
      core.state = BreedFeed.State(breed: breed, isLoading: true)
      core.last += 1
      core.running[BreedFeed.ID.load.rawValue] = core.last
      return (core.state.breed, core.last)
    }
  }

  func loaded(_ images: [String], _ number: Int) {
    core.withLock { core in
      if core.running[BreedFeed.ID.load.rawValue] != number { return }
      core.running[BreedFeed.ID.load.rawValue] = nil
      core.state.images = images
      core.state.isLoading = false
    }
  }
}
