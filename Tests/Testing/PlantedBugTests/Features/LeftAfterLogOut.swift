import ColmeiaExplorer

/// A draft survives logging out and is shown to the next user.
struct LeftAfterLogOut: PlantedBug {
  var isBroken: Bool

  struct State: Hashable, Sendable {
    var user: Int?
    var draft: Int?
    var isMenuOpen = false
  }
  enum Action: Sendable { case logIn(Int), write, openMenu, logOut }

  func reduce(into state: inout State, action: Action) -> Effects {
    switch action {
    case .logIn(let user): state.user = user
    case .write: state.draft = state.user
    case .openMenu: state.isMenuOpen = true
    case .logOut: state = State(draft: isBroken && state.isMenuOpen ? state.draft : nil)
    }
    return .none
  }

  static func explorer(isBroken: Bool) -> Explorer<Self, NoServer> {
    var explorer = Explorer(State(), Self(isBroken: isBroken))
    explorer.action("log in") { state, choices in state.user == nil ? .logIn(choices.number(in: 1...2)) : nil }
    for action in [Action.write, .openMenu, .logOut] { explorer.action(action, when: { $0.user != nil }) }
    explorer.always("a draft is shown only to its author") { $0.draft == nil || $0.draft == $0.user }
    return explorer
  }
}
