import Testing

@testable import Colmeia

@Suite struct ChildTests {
  struct Leaf: Reducer {
    struct State: Equatable, Sendable { var count = 0 }
    enum Action: Sendable { case run }
    enum Effect: Equatable, Sendable { case work }
    func reduce(into state: inout State, action: Action) -> Effects { .run(.work) }
  }

  /// A reducer with a child, as a parent may make one for each action.
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

  @Test func `A declaration is given back with the last reducer and effect that hold it`() {
    weak var declaration: ChildDeclaration?
    var effects: Branching.Effects?
    do {
      let reducer = Branching()
      declaration = reducer.leaf
      effects = reducer.reduced(Branching.State(), .leaf(.run)).effects
    }
    #expect(effects?.isEmpty == false)
    #expect(declaration != nil, "the effects lead to the child")
    effects = nil
    #expect(declaration == nil)
  }
}
