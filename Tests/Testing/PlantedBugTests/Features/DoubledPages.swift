import ColmeiaExplorer

/// Scrolling while a page is loading loads the page twice.
struct DoubledPages: PlantedBug {
  var isBroken: Bool

  struct State: Hashable, Sendable { var pages: [Int] = [] }
  enum Action: Sendable { case more, page(Int), failed }
  enum Effect: Hashable, Sendable { case page(Int) }

  func reduce(into state: inout State, action: Action) -> Effects {
    switch action {
    case .more: return .run(.page(state.pages.count), id: "page", isBroken ? .concurrent : .keep)
    case .page(let page): state.pages.append(page)
    case .failed: break
    }
    return .none
  }

  static func explorer(isBroken: Bool) -> Explorer<Self, NoServer> {
    var explorer = Explorer(State(), Self(isBroken: isBroken))
    explorer.action(.more, when: { $0.pages.count < 5 })
    explorer.outcomes { effect in
      switch effect {
      case .page(let page): [.answer(.page(page)), .answer(.failed)]
      }
    }
    explorer.always("each page occurs once, in order") { $0.pages == Array($0.pages.indices) }
    return explorer
  }
}
