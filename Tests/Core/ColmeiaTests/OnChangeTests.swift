import ColmeiaTable
import Testing

/// A search feature whose query is written by several actions, and which searches whenever the query has changed.
struct Finder: Reducer {
  struct State: Equatable, Sendable {
    var query = ""
    var changes: [String] = []
    var isOpen = false
  }
  enum Action: Equatable, Sendable { case type(String), retype([String]), clear, open, tidy(String) }
  enum Effect: Equatable, Sendable { case log(String), search(String), socket }
  enum Output: Equatable, Sendable { case searching(String) }
  enum ID: String { case search, socket }

  func reduce(into state: inout State, action: Action) -> Effects {
    onChange(of: \.query, in: &state) { state in
      switch action {
      case .type(let text): state.query = text
      case .retype(let texts): for text in texts { state.query = text }
      case .clear: state.query = ""
      case .open: state.isOpen = true
      case .tidy(let text): state.query = text + " "
      }
      return .run(.log("\(action)"))
    } react: { old, new, state in
      state.changes.append("\(old)>\(new)")
      if new.hasSuffix(" ") { state.query = String(new.dropLast()) }
      return [.output(.searching(new)), .run(.search(new), id: ID.search, .replace)]
    }
  }

  func longLived(in state: State) -> LongLivedEffects<Effect> {
    state.isOpen ? .running(.socket, id: ID.socket) : .none
  }
}

@Suite struct OnChangeTests {
  @Test func `A reaction runs once in a step, regardless of the number of writes`() {
    let (state, _) = Finder().reduced(Finder.State(query: "a"), .retype(["b", "c", "d"]))
    #expect(state.changes == ["a>d"])
  }

  @Test func `A part that is equal after the step causes no reaction, even if it was written`() {
    for action: Finder.Action in [.open, .type("a"), .retype(["b", "a"])] {
      let (state, effects) = Finder().reduced(Finder.State(query: "a"), action)
      #expect(state.changes == [])
      #expect(effects == .run(.log("\(action)")))
    }
  }

  @Test func `The effects of the action precede those of the reaction`() {
    let (_, effects) = Finder().reduced(Finder.State(), .type("a"))
    #expect(
      effects == [
        .run(.log("\(Finder.Action.type("a"))")), .output(.searching("a")),
        .run(.search("a"), id: Finder.ID.search, .replace),
      ])
  }

  @Test func `A reaction that changes the observed part is not called again`() {
    let (state, _) = Finder().reduced(Finder.State(), .tidy("a"))
    #expect(state.query == "a")
    #expect(state.changes == [">a "])
  }

  /// A parent that doesn't know of its child's reaction.
  struct Library: Reducer {
    struct State: Equatable, Sendable {
      var finder: Finder.State? = Finder.State()
      var received: [String] = []
    }
    enum Action: Sendable { case finder(Finder.Action), close }
    enum Effect: Equatable, Sendable { case finder(Finder.Effect) }
    let finder = Child(\State.finder, Finder(), Action.finder, Effect.finder)
    func reduce(into state: inout State, action: Action) -> Effects {
      switch action {
      case .finder(let action):
        return finder.reduce(&state, action) { state, output in
          if case .searching(let query) = output { state.received.append(query) }
          return .none
        }
      case .close: state.finder = nil
      }
      return .none
    }
  }

  @Test func `A child reacts in its parent's step, and the reaction's effects are cancelled with the child`() {
    var machine = Machine(Library.State(), Library())
    machine.send(.finder(.clear))
    machine.requests.removeAll()
    machine.send(.finder(.type("a")))
    #expect(machine.state.finder?.changes == [">a"])
    #expect(machine.state.received == ["a"])
    #expect(machine.sequence == 2)
    var started: [RequestID] = []
    for case .start(let id, .finder(.search)) in machine.requests { started.append(id) }
    machine.requests.removeAll()
    machine.send(.close)
    #expect(started.count == 1 && started.allSatisfy { machine.requests.contains(.cancel($0)) })
  }

  @Test func `Reactions of one feature can be nested, and the inner one runs first`() {
    struct Pair: Reducer {
      struct State: Equatable, Sendable { var a = 0, b = 0, order: [String] = [] }
      typealias Action = Int
      func reduce(into state: inout State, action: Int) -> Effects {
        onChange(of: \.b, in: &state) { state in
          onChange(of: \.a, in: &state) { state in
            state.a = action
            return .none
          } react: { _, a, state in
            state.b = a
            state.order.append("a")
            return .none
          }
        } react: { _, _, state in
          state.order.append("b")
          return .none
        }
      }
    }
    #expect(Pair().reduced(Pair.State(), 7).state == Pair.State(a: 7, b: 7, order: ["a", "b"]))
    #expect(Pair().reduced(Pair.State(), 0).state == Pair.State())
  }

  @Test func `A table is compared by its stamp, so that every write counts`() {
    struct Row: Identifiable, Equatable, Sendable { let id: Int, text = "" }
    struct Shelf: Reducer {
      struct State: Sendable {
        var rows: EntityTable = [Row(id: 1)]
        var other = 0
        var reactions: [String] = []
      }
      enum Action { case row(Row), other }
      func reduce(into state: inout State, action: Action) -> Effects {
        onChange(of: \.rows.changeStamp, in: &state) { state in
          switch action {
          case .row(let row): state.rows.upsert(row)
          case .other: state.other += 1
          }
          return .none
        } react: { _, _, state in
          state.reactions.append("rows")
          return .none
        }
      }
    }
    var state = Shelf.State()
    for action: Shelf.Action in [.row(Row(id: 1)), .other, .row(Row(id: 2)), .other] {
      state = Shelf().reduced(state, action).state
    }
    #expect(state.reactions == ["rows", "rows"])
  }
}
