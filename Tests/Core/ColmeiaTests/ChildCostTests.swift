import ColmeiaTable
import TestSupport
import Testing

@testable import Colmeia

/// Counts how often the machine looks for children.
@Suite struct ChildCostTests {
  struct Leaf: Reducer {
    struct State: Sendable, Identifiable { var id = 0 }
    enum Action: Sendable { case run }
    enum Effect: Equatable, Sendable { case work }
    func reduce(into state: inout State, action: Action) -> Effects { .run(.work) }
  }

  /// Ten optional children, and ten in the cases of an enum. Each look at one of them is counted.
  struct Sheets: Reducer {
    enum Sheet: Sendable {
      case none, shown(Int, Leaf.State)
      func shown(_ index: Int) -> Leaf.State? {
        if case .shown(index, let state) = self { state } else { nil }
      }
    }
    struct State: Sendable {
      let looks: Tally
      var count = 0
      private var sheets: [Leaf.State?] = Array(repeating: nil, count: 10)
      var sheet = Sheet.none
      init(_ looks: Tally) { self.looks = looks }
      subscript(sheet index: Int) -> Leaf.State? {
        get {
          looks.add()
          return sheets[index]
        }
        set { sheets[index] = newValue }
      }
    }
    enum Action: Sendable {
      case add, open(Int, Int?), show(Int?), sheet(Int, Leaf.Action), shown(Int, Leaf.Action)
    }
    enum Effect: Equatable, Sendable { case sheet(Int, Leaf.Effect), shown(Int, Leaf.Effect) }
    let sheets: [Child<State, Action, Effect, Leaf>]
    let shown: [Child<State, Action, Effect, Leaf>]

    init(_ looks: Tally) {
      sheets = (0..<10).map { index in
        Child(
          \State[sheet: index], Leaf(), { Action.sheet(index, $0) }, { Effect.sheet(index, $0) },
          name: "sheet \(index)")
      }
      shown = (0..<10).map { index in
        Child(
          \State.sheet,
          {
            looks.add()
            return $0.shown(index)
          }, { Sheet.shown(index, $0) }, Leaf(), { Action.shown(index, $0) }, { Effect.shown(index, $0) },
          name: "shown \(index)")
      }
    }

    func reduce(into state: inout State, action: Action) -> Effects {
      switch action {
      case .add: state.count += 1
      case .open(let index, let id): state[sheet: index] = id.map { Leaf.State(id: $0) }
      case .show(let index): state.sheet = index.map { .shown($0, Leaf.State()) } ?? .none
      case .sheet(let index, let action): return sheets[index].reduce(&state, action)
      case .shown(let index, let action): return shown[index].reduce(&state, action)
      }
      return .none
    }
  }

  @Test func `Absent children cost an action nothing, before and after they were there`() {
    let looks = Tally()
    var machine = Machine(Sheets.State(looks), Sheets(looks))
    func counted(_ count: Int) -> Int {
      let before = looks.value
      for _ in 0..<count { machine.send(.add) }
      return looks.value - before
    }
    #expect(counted(100) == 0)
    for index in 0..<10 {
      machine.send(.open(index, 1))
      machine.send(.sheet(index, .run))
      machine.send(.show(index))
      machine.send(.shown(index, .run))
    }
    #expect(counted(100) > 0, "what runs is looked after")
    for index in 0..<10 { machine.send(.open(index, nil)) }
    machine.send(.show(nil))
    #expect(counted(100) == 0)
    #expect(machine.requests.count { if case .cancel = $0 { true } else { false } } == 20)
    #expect(machine.state.count == 300)
  }

  /// A child with an identity, each look at which is counted.
  struct Detail: Reducer {
    struct State: Sendable {
      let looks: Tally
      var count = 0
      private var current: Leaf.State? = Leaf.State()
      init(_ looks: Tally) { self.looks = looks }
      var detail: Leaf.State? {
        get {
          looks.add()
          return current
        }
        set { current = newValue }
      }
    }
    enum Action: Sendable { case add, show(Int), detail(Leaf.Action) }
    enum Effect: Equatable, Sendable { case detail(Leaf.Effect) }
    let detail = Child(\State.detail, Leaf(), Action.detail, Effect.detail)
    func reduce(into state: inout State, action: Action) -> Effects {
      switch action {
      case .add: state.count += 1
      case .show(let id): state.detail = Leaf.State(id: id)
      case .detail(let action): return detail.reduce(&state, action)
      }
      return .none
    }
  }

  @Test func `1,000 replaced children whose effects have not stopped cost an unrelated action nothing`() {
    let looks = Tally()
    var machine = Machine(Detail.State(looks), Detail())
    func cost() -> (looks: Int, checked: Int) {
      let before = looks.value
      machine.send(.add)
      let scopes = machine.table.scopes.all
      return (looks.value - before, scopes.reduce(0) { $0 + $1.busy.count + $1.watched.count })
    }
    machine.send(.detail(.run))
    let first = cost()
    for id in 1...1_000 {
      machine.send(.show(id))
      machine.send(.detail(.run))
    }
    let last = cost()
    #expect(machine.pending == 1_001, "none has stopped")
    #expect(last == first && first.looks <= 2 && first.checked <= 2, "\(first) \(last)")
  }

  /// A computed property that chooses between two branches.
  struct Editor: Reducer {
    struct Draft: Reducer {
      struct State: Equatable, Sendable { var edits = 0 }
      enum Action: Sendable { case edit }
      func reduce(into state: inout State, action: Action) -> Effects {
        state.edits += 1
        return .none
      }
    }
    struct State: Equatable, Sendable {
      var first = Draft.State(), second = Draft.State(), isSecond = false
      var current: Draft.State {
        get { isSecond ? second : first }
        set { if isSecond { second = newValue } else { first = newValue } }
      }
    }
    enum Action: Sendable { case flip, draft(Draft.Action) }
    let draft = Child(\State.current, Draft(), Action.draft, noEffects(in: Never.self))
    func reduce(into state: inout State, action: Action) -> Effects {
      switch action {
      case .flip: state.isSecond.toggle()
      case .draft(let action): return draft.reduce(&state, action)
      }
      return .none
    }
  }

  @Test func `A child behind a computed property changes the branch that the property chooses`() {
    var machine = Machine(Editor.State(), Editor())
    for action: Editor.Action in [.draft(.edit), .flip, .draft(.edit), .draft(.edit)] { machine.send(action) }
    #expect(machine.state == Editor.State(first: .init(edits: 1), second: .init(edits: 2), isSecond: true))
  }
}
