import Colmeia
import ColmeiaSimulation

/// A dog that may be looked at in detail, as the optional child of a kennel.
struct Dog: Reducer {
  struct State: Sendable { var likes = 0 }
  enum Action: Sendable { case like, liked }
  enum Effect: Sendable, Equatable { case like }

  func reduce(into state: inout State, action: Action) -> Effects<Effect> {
    switch action {
    case .like: return .run(.like)
    case .liked:
      state.likes += 1
      return .none
    }
  }
}

protocol KennelReducer: Reducer
where State == Kennel.State, Action == Kennel.Action, Effect == Kennel.Effect {}

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

  func reduce(into state: inout State, action: Action) -> Effects<Effect> {
    switch action {
    case .open:
      state.detail = Dog.State()
      return .none
    case .close:
      state.detail = nil
      return .none
    case .detail(let action):
      return Dog().reduce(ifPresent: &state.detail, action).lift(Effect.detail, in: "detail")
    }
  }

  func contains(_ child: EffectScope, in state: State) -> Bool {
    Dog().contains(child.dropFirst(), ifPresent: state.detail)
  }

  static func explorer<R: KennelReducer>(_ reducer: R) -> Explorer<R> {
    var explorer = Explorer(State(), reducer)
    explorer.action(.open, when: { $0.detail == nil })
    explorer.action(.close, when: { $0.detail != nil })
    explorer.action(.detail(.like), when: { $0.detail != nil })
    explorer.outcomes { _ in [.answer(.detail(.liked))] }
    explorer.everyStep("an answer finds its dog") { before, action, _ in
      if case .detail(.liked) = action { before.detail != nil } else { true }
    }
    explorer.sometimes("a dog is liked") { ($0.detail?.likes ?? 0) > 0 }
    return explorer
  }
}

/// The same without `contains`.
struct ForgetfulKennel: KennelReducer {
  func reduce(into state: inout Kennel.State, action: Kennel.Action) -> Effects<Kennel.Effect> {
    Kennel().reduce(into: &state, action: action)
  }
}

/// The same with a `contains` that is wrong.
struct StubbornKennel: KennelReducer {
  func reduce(into state: inout Kennel.State, action: Kennel.Action) -> Effects<Kennel.Effect> {
    Kennel().reduce(into: &state, action: action)
  }
  func contains(_ child: EffectScope, in state: Kennel.State) -> Bool { true }
}
