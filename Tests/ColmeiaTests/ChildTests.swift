import Testing

@testable import Colmeia

@Suite struct ChildTests {
  struct Leaf: Reducer {
    struct State: Equatable, Sendable { var count = 0 }
    enum Action: Sendable { case run }
    enum Effect: Equatable, Sendable { case work }
    func reduce(into state: inout State, action: Action) -> Effects { .run(.work) }
  }

  /// A reducer with a child, which a parent may create for each action.
  struct Branching: Reducer {
    struct State: Equatable, Sendable { var leaf = Leaf.State() }
    enum Action: Sendable { case leaf(Leaf.Action) }
    enum Effect: Equatable, Sendable { case leaf(Leaf.Effect) }
    let leaf = Child(\State.leaf, Leaf(), Action.leaf, Effect.leaf)
    var children: Children { [leaf] }
    func reduce(into state: inout State, action: Action) -> Effects {
      switch action {
      case .leaf(let action): leaf.reduce(&state, action)
      }
    }
  }

  @Test func `A child is released with the last reducer that retains it, and its path with the last effect`() {
    weak var child: ChildOf<Branching.State, Branching.Effect>?
    weak var step: EffectScope.Step?
    var effects: Branching.Effects?
    do {
      let reducer = Branching()
      child = reducer.leaf
      effects = reducer.reduced(Branching.State(), .leaf(.run)).effects
    }
    #expect(child == nil)
    step = effects?.commands[0].id.scope.step
    #expect(step != nil, "the effects lead to the child")
    effects = nil
    #expect(step == nil)
  }
}
