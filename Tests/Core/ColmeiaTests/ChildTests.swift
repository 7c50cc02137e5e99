import ColmeiaTable
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
    func reduce(into state: inout State, action: Action) -> Effects {
      switch action {
      case .leaf(let action): leaf.reduce(&state, action)
      }
    }
  }

  @Test func `A child is released with the last reducer that retains it, although its effects still lead to it`() {
    weak var child: Child<Branching.State, Branching.Action, Branching.Effect, Leaf>?
    var effects: Branching.Effects?
    do {
      let reducer = Branching()
      child = reducer.leaf
      effects = reducer.reduced(Branching.State(), .leaf(.run)).effects
      #expect(child != nil)
    }
    #expect(child == nil)
    #expect(effects?.commands[0].id.scope == EffectScope(["leaf"]))
  }

  /// A feature without effects, in a parent that has some.
  struct Silent: Reducer {
    struct State: Equatable, Sendable, Identifiable { var id = 0, count = 0 }
    enum Action: Sendable { case add }
    func reduce(into state: inout State, action: Action) -> Effects {
      state.count += 1
      return .none
    }
  }

  struct Loud: Reducer {
    struct State: Equatable, Sendable {
      var always = Silent.State()
      var perhaps: Silent.State?
      var rows = EntityTable([Silent.State(id: 1)])
      var shown: Shown? = .sheet(Silent.State(id: 2))
    }
    enum Shown: Equatable, Sendable {
      case alert, sheet(Silent.State)
      var sheet: Silent.State? { if case .sheet(let state) = self { state } else { nil } }
    }
    enum Action: Sendable {
      case always(Silent.Action), perhaps(Silent.Action), row(Int, Silent.Action), sheet(Silent.Action)
    }
    enum Effect: Equatable, Sendable { case ring }
    let always = Child(\State.always, Silent(), Action.always, noEffects(in: Effect.self))
    let perhaps = Child(\State.perhaps, Silent(), Action.perhaps, noEffects(in: Effect.self))
    let rows = ChildRows(\State.rows, Silent(), Action.row, noRowEffects(in: Effect.self))
    let sheet = Child(
      \State.shown, \.?.sheet, Shown.sheet, Silent(), Action.sheet, noEffects(in: Effect.self), name: "sheet")
    func reduce(into state: inout State, action: Action) -> Effects {
      switch action {
      case .always(let action): always.reduce(&state, action) + .run(.ring)
      case .sheet(let action): sheet.reduce(&state, action)
      case .perhaps(let action): perhaps.reduce(&state, action)
      case .row(let id, let action): rows.reduce(&state, id, action)
      }
    }
  }

  @Test func `A child without effects needs only the type of the parent's effects`() {
    var machine = Machine(Loud.State(perhaps: Silent.State()), Loud())
    machine.send(.always(.add))
    machine.send(.perhaps(.add))
    machine.send(.row(1, .add))
    #expect(machine.state.always.count == 1 && machine.state.perhaps?.count == 1)
    machine.send(.sheet(.add))
    #expect(machine.state.rows[id: 1]?.count == 1 && machine.state.shown?.sheet?.count == 1)
    #expect(declaredChildren(of: Loud()).map(\.name) == ["always", "perhaps", "rows", "sheet"])
  }
}
