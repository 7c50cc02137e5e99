import ColmeiaTable
import ColmeiaUI
import Testing

/// A navigation stack whose screens are cases of an enum.
@MainActor @Suite struct StackTests {
  enum Counter {
    struct State: Equatable, Sendable { var count = 0 }
    enum Action: Sendable { case add }
  }

  struct Stack: Reducer {
    enum Content: Equatable, Sendable {
      case left(Counter.State), right(Counter.State)
      mutating func add() {
        switch self {
        case .left(let state): self = .left(Counter.State(count: state.count + 1))
        case .right(let state): self = .right(Counter.State(count: state.count + 1))
        }
      }
      var left: Counter.State? { if case .left(let state) = self { state } else { nil } }
      var right: Counter.State? { if case .right(let state) = self { state } else { nil } }
    }
    struct Screen: Equatable, Sendable, Identifiable {
      let id: Int
      var content: Content
    }
    struct State: Equatable, Sendable { var screens: EntityTable<Screen> }
    enum Action: Sendable { case left(Int, Counter.Action), right(Int, Counter.Action), wentBack([Int]) }
    func reduce(into state: inout State, action: Action) -> Effects {
      switch action {
      case .left(let id, .add), .right(let id, .add): state.screens.update(id) { $0.content.add() }
      case .wentBack(let rest): state.screens.removeAll { !rest.contains($0.id) }
      }
      return .none
    }
  }

  let view = ViewStore(
    Store(
      Stack.State(screens: [
        .init(id: 1, content: .left(.init())), .init(id: 2, content: .right(.init(count: 10))),
      ]), Stack()))

  private func left(_ id: Int) -> ViewStore<Counter.State, Counter.Action>? {
    view.screen(\.screens, id, \.content.left, Stack.Action.left)
  }

  private func right(_ id: Int) -> ViewStore<Counter.State, Counter.Action>? {
    view.screen(\.screens, id, \.content.right, Stack.Action.right)
  }

  @Test func `Each kind of screen has its own view store, even if the features have one type`() {
    let (first, second) = (left(1), right(2))
    #expect(right(1) == nil && left(2) == nil && left(3) == nil)
    first?.send(.add)
    second?.send(.add)
    #expect(first?.count == 1 && second?.count == 11)
    #expect(view.screens.map(\.content) == [.left(.init(count: 1)), .right(.init(count: 11))])
    #expect(left(1) === first && right(2) === second)
    #expect(view.row(\.screens, 1, \.content.left, Stack.Action.left) === first)
    #expect(view.row(\.screens, 1, \.content.right, Stack.Action.right) == nil)
  }

  @Test func `A screen of one kind isn't mistaken for a row with the same type of action`() {
    let row = view.row(\.screens, 1) { (id: Int, _: Stack.Action) in .wentBack([id]) }
    left(1)?.send(.add)
    #expect(left(1)?.count == 1 && view.screens.count == 2)
    row?.send(.left(1, .add))
    #expect(view.screens.map(\.id) == [1])
  }

  @Test func `A screen that was removed keeps its last state while a view uses it`() {
    var screen = right(2)
    screen?.send(.add)
    view.send(.wentBack([1]))
    #expect(view.screens.count == 1)
    #expect(right(2) === screen && screen?.count == 11)
    #expect(view.row(\.screens, 2, \.content.right, Stack.Action.right) == nil)
    screen = nil
    #expect(right(2) == nil)
  }
}
