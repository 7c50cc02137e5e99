import ColmeiaExplorer

/// A load that is attempted four times with exponentially growing delays.
struct Retry: Reducer {
  enum ID: String { case load }

  struct State: Hashable, Sendable {
    var failures = 0
    var isLoading = false
  }

  enum Action: Sendable { case load, loaded, failed }
  enum Effect: Sendable, Equatable { case fetch }

  var givesUp = true

  func reduce(into state: inout State, action: Action) -> Effects {
    switch action {
    case .load:
      state = State(isLoading: true)
      return .run(.fetch, id: ID.load, .replace)
    case .loaded:
      state = State()
      return .none
    case .failed:
      state.failures += 1
      if state.failures < 4 {
        return .run(.fetch, id: ID.load, .replace, .after(.seconds(1 << state.failures)))
      }
      if givesUp { state.isLoading = false }
      return .none
    }
  }

  static func explorer(givesUp: Bool) -> Explorer<Retry, NoServer> {
    var explorer = Explorer(State(), Retry(givesUp: givesUp))
    explorer.action(.load)
    explorer.outcomes { _ in [.answer(.loaded, weight: 3), .answer(.failed)] }
    explorer.eventually("the spinner ends") { !$0.isLoading }
    explorer.sometimes("the last attempt fails") { $0.failures == 4 }
    return explorer
  }
}
