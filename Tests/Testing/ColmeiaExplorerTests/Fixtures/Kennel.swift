import ColmeiaExplorer

/// The details of a dog, as an optional child of a kennel.
struct Dog: Reducer {
  struct State: Sendable { var likes = 0 }
  enum Action: Sendable { case like, liked }
  enum Effect: Sendable, Equatable { case like }

  func reduce(into state: inout State, action: Action) -> Effects {
    switch action {
    case .like: return .run(.like)
    case .liked:
      state.likes += 1
      return .none
    }
  }
}

protocol KennelReducer: Reducer
where State == Kennel.State, Action == Kennel.Action, Effect == Kennel.Effect, Output == Never {}

struct Kennel: KennelReducer {
  struct State: Sendable {
    var detail: Dog.State?
    var visits = 0
  }

  enum Action: Sendable {
    case open, close
    case detail(Dog.Action)
  }

  enum Effect: Sendable, Equatable { case detail(Dog.Effect) }

  func reduce(into state: inout State, action: Action) -> Effects {
    switch action {
    case .open:
      state.detail = Dog.State()
      return .none
    case .close:
      state.detail = nil
      return .none
    case .detail(let action):
      return detail.reduce(&state, action)
    }
  }

  let detail = Child(\State.detail, Dog(), Action.detail, Effect.detail)

  static func explorer<R: KennelReducer>(_ reducer: R) -> Explorer<R, NoServer> {
    var explorer = Explorer(State(), reducer)
    explorer.action(.open, when: { $0.detail == nil })
    explorer.action(.close, when: { $0.detail != nil })
    explorer.action(.detail(.like), when: { $0.detail != nil })
    explorer.outcomes { _ in [.answer(.detail(.liked))] }
    explorer.everyStep("an answer belongs to an existing dog") { before, action, _ in
      if case .detail(.liked) = action { before.detail != nil } else { true }
    }
    explorer.sometimes("a dog is liked") { ($0.detail?.likes ?? 0) > 0 }
    return explorer
  }
}

/// The kennel without its child in `children`.
struct ForgetfulKennel: KennelReducer {
  var kennel: Kennel { Kennel() }
  typealias State = Kennel.State
  typealias Action = Kennel.Action
  func reduce(into state: inout Kennel.State, action: Kennel.Action) -> Effects {
    kennel.reduce(into: &state, action: action)
  }
}
