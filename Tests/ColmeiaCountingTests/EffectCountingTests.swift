import Colmeia
import Testing

/// Tests that small results of reducers need no allocation.
@Suite struct EffectCountingTests {
  struct Leaf: Reducer {
    struct State: Sendable { var count = 0 }
    enum Action: Sendable { case run, replace }
    enum Effect: Equatable, Sendable { case number(Int), other }
    func reduce(into state: inout State, action: Action) -> Effects {
      state.count += 1
      return switch action {
      case .run: .run(.number(state.count))
      case .replace: .run(.number(state.count), id: "load", .replace)
      }
    }
  }

  struct Around: Reducer {
    struct State: Sendable { var leaf = Leaf.State() }
    enum Effect: Equatable, Sendable { case leaf(Leaf.Effect) }
    typealias Action = Leaf.Action
    let leaf = Child(\State.leaf, Leaf(), { $0 }, Effect.leaf)
    var children: Children { [leaf] }
    func reduce(into state: inout State, action: Action) -> Effects { leaf.reduce(&state, action) }
  }

  @Test func `A small effect with a short name passes through a parent without an allocation`() {
    let reducer = Around()
    var state = Around.State()
    var commands = 0
    func allocations(_ action: Leaf.Action) -> Int64 {
      CountingTests.steadyAllocations {
        if !reducer.reduce(into: &state, action: action).isEmpty { commands += 1 }
      }
    }
    let found = [allocations(.run), allocations(.replace)]
    #expect(found == [0, 0] && commands == 8)
  }
}
