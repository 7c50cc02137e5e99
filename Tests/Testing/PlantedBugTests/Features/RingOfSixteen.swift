import ColmeiaExplorer

/// A full ring buffer overwrites its oldest unread element. The reference model is an array.
struct RingOfSixteen: PlantedBug {
  var isBroken: Bool

  struct State: Hashable, Sendable {
    var ring = Array(repeating: 0, count: 16)
    var first = 0
    var count = 0
    var contents: [Int] { (0..<min(count, 16)).map { ring[(first + $0) % 16] } }
  }
  struct Model: Hashable, Sendable { var list: [Int] = [] }
  enum Action: Sendable { case push(Int), pop }

  func reduce(into state: inout State, action: Action) -> Effects {
    switch action {
    case .push(let number):
      if state.count == 16, !isBroken { return .none }
      state.ring[(state.first + state.count) % 16] = number
      state.count = min(16, state.count + 1)
    case .pop:
      if state.count == 0 { return .none }
      state.first = (state.first + 1) % 16
      state.count -= 1
    }
    return .none
  }

  static func explorer(isBroken: Bool) -> Explorer<Self, Model> {
    var explorer = Explorer(State(), Self(isBroken: isBroken), server: Model())
    explorer.action("push") { _, choices in .push(choices.number(below: 4)) }
    explorer.action(.pop)
    explorer.reference { model, _, action in
      switch action {
      case .push(let number): if model.list.count < 16 { model.list.append(number) }
      case .pop: if !model.list.isEmpty { model.list.removeFirst() }
      }
    }
    explorer.always("the ring and the list have the same contents") { $0.contents == $1.server.list }
    return explorer
  }
}
