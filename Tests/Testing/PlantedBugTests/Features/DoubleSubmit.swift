import ColmeiaExplorer

/// A double tap submits an order twice.
struct DoubleSubmit: PlantedBug {
  var isBroken: Bool

  struct State: Hashable, Sendable {
    var isSending = false
    var isSent = false
  }
  struct Model: Hashable, Sendable { var orders = 0 }
  enum Action: Sendable { case submit, sent, failed }
  enum Effect: Hashable, Sendable { case order }

  func reduce(into state: inout State, action: Action) -> Effects {
    switch action {
    case .submit:
      if !isBroken, state.isSending || state.isSent { return .none }
      state.isSending = true
      return .run(.order)
    case .sent: state = State(isSent: true)
    case .failed: state.isSending = false
    }
    return .none
  }

  static func explorer(isBroken: Bool) -> Explorer<Self, Model> {
    var explorer = Explorer(State(), Self(isBroken: isBroken), server: Model())
    explorer.action(.submit)
    explorer.outcomes { _, _ in [.answer(.sent) { $0.orders += 1 }, .answer(.failed)] }
    explorer.always("nothing is ordered twice") { _, world in world.server.orders <= 1 }
    return explorer
  }
}
