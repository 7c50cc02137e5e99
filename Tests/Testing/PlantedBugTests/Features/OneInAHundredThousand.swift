import ColmeiaExplorer

/// One code of 100,000 opens the door.
struct OneInAHundredThousand: PlantedBug {
  var isBroken: Bool

  struct State: Hashable, Sendable { var isOpen = false }
  enum Action: Sendable { case enter(Int), leave }

  func reduce(into state: inout State, action: Action) -> Effects {
    switch action {
    case .enter(let code): if isBroken, code == 31_337 { state.isOpen = true }
    case .leave: break
    }
    return .none
  }

  static func explorer(isBroken: Bool) -> Explorer<Self, NoServer> {
    var explorer = Explorer(State(), Self(isBroken: isBroken))
    explorer.action("enter a code") { _, choices in .enter(choices.number(below: 100_000)) }
    explorer.action(.leave)
    explorer.always("it is never opened") { !$0.isOpen }
    return explorer
  }
}
