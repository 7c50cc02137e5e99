import ColmeiaExplorer

/// A failure doesn't stop the spinner.
struct StuckSpinner: PlantedBug {
  var isBroken: Bool

  struct State: Hashable, Sendable { var isLoading = false }
  enum Action: Sendable { case load, loaded, failed }
  enum Effect: Hashable, Sendable { case load }

  func reduce(into state: inout State, action: Action) -> Effects {
    switch action {
    case .load:
      state.isLoading = true
      return .run(.load, id: "load", .keep)
    case .loaded: state.isLoading = false
    case .failed: if !isBroken { state.isLoading = false }
    }
    return .none
  }

  static func explorer(isBroken: Bool) -> Explorer<Self, NoServer> {
    var explorer = Explorer(State(), Self(isBroken: isBroken))
    explorer.action(.load)
    explorer.outcomes { _ in [.answer(.loaded), .answer(.failed)] }
    explorer.eventually("nothing is loading") { !$0.isLoading }
    return explorer
  }
}
