import ColmeiaTable
import TestSupport
import Testing

@testable import Colmeia

/// Rows of different kinds: each case of an enum in the row is a child with its own reducer.
@Suite struct CaseRowsTests {
  struct Clock: Reducer {
    struct State: Equatable, Sendable {
      var seconds = 0
      var laps: [Int] = []
    }
    enum Action: Sendable { case ticked, lap, beep }
    enum Effect: Equatable, Sendable { case ticks, beep }
    func reduce(into state: inout State, action: Action) -> Effects {
      switch action {
      case .ticked: state.seconds += 1
      case .lap: state.laps.append(state.seconds)
      case .beep: return .run(.beep, id: "beep")
      }
      return .none
    }
    func longLived(in state: State) -> LongLivedEffects<Effect> { .running(.ticks, id: "ticks") }
  }

  struct Note: Reducer {
    struct State: Equatable, Sendable {
      var text = ""
      var draft: Draft.State?
    }
    enum Action: Sendable { case typed(String), save, draft(Draft.Action) }
    enum Effect: Equatable, Sendable { case save(String, by: String), draft(Draft.Effect) }
    let author: String
    let draft = Child(\State.draft, Draft(), Action.draft, Effect.draft)
    func reduce(into state: inout State, action: Action) -> Effects {
      switch action {
      case .typed(let text):
        state.text = text
        return .none
      case .save: return .run(.save(state.text, by: author), id: "save", .replace)
      case .draft(let action): return draft.reduce(&state, action)
      }
    }
  }

  struct Draft: Reducer {
    struct State: Equatable, Sendable { var text = "" }
    enum Action: Sendable { case store }
    enum Effect: Equatable, Sendable { case store }
    func reduce(into state: inout State, action: Action) -> Effects { .run(.store, id: "store") }
  }

  enum Content: Equatable, Sendable {
    case clock(Clock.State), note(Note.State), blank
    var clock: Clock.State? { if case .clock(let state) = self { state } else { nil } }
    var note: Note.State? { if case .note(let state) = self { state } else { nil } }
  }

  struct Page: Equatable, Sendable, Identifiable {
    let id: Int
    var content: Content
  }

  struct Book: Reducer {
    struct State: Equatable, Sendable {
      var author = "Ana"
      var pages: EntityTable<Page> = []
    }
    enum Action: Sendable {
      case put(Int, Content), putMany([Int], Content), remove(Int), clock(Int, Clock.Action), note(Int, Note.Action)
    }
    enum Effect: Equatable, Sendable { case clock(Int, Clock.Effect), note(Int, Note.Effect) }
    let clocks = ChildRows(
      \State.pages, \.content, \.clock, Content.clock, Clock(), Action.clock, Effect.clock, name: "clock")
    let notes = ChildRows(
      \State.pages, \.content, \.note, Content.note, { Note(author: $0.author) }, Action.note, Effect.note, name: "note"
    )

    func reduce(into state: inout State, action: Action) -> Effects {
      switch action {
      case .put(let id, let content): state.pages.upsert(Page(id: id, content: content))
      case .putMany(let ids, let content): for id in ids { state.pages.upsert(Page(id: id, content: content)) }
      case .remove(let id): state.pages.remove(id: id)
      case .clock(let id, let action): return clocks.reduce(&state, id, action)
      case .note(let id, let action): return notes.reduce(&state, id, action)
      }
      return .none
    }
  }

  /// The machine, and the effects that are running.
  struct Desk: ~Copyable {
    var machine = Machine(Book.State(), Book())
    var running: [(id: RequestID, effect: Book.Effect)] = []
    var problems: [StoreProblem] = []

    mutating func send(_ action: Book.Action) {
      machine.send(action)
      for request in machine.requests {
        switch request {
        case .start(let id, let effect): running.append((id, effect))
        case .cancel(let id): running.removeAll { $0.id == id }
        case .report(let problem): problems.append(problem)
        default: Issue.record("unexpected: \(request)")
        }
      }
      machine.requests = []
    }

    var effects: [Book.Effect] { running.map(\.effect) }
  }

  @Test func `Each row has the effects of its case, until it is removed or gets another case`() {
    var desk = Desk()
    desk.send(.put(1, .clock(Clock.State())))
    desk.send(.put(2, .note(Note.State())))
    desk.send(.note(2, .typed("a")))
    desk.send(.note(2, .save))
    desk.send(.clock(1, .ticked))
    desk.send(.clock(1, .beep))
    let all = desk.effects
    #expect(all == [.clock(1, .ticks), .note(2, .save("a", by: "Ana")), .clock(1, .beep)])
    let pages = desk.machine.state.pages
    #expect(pages.map(\.content) == [.clock(Clock.State(seconds: 1)), .note(Note.State(text: "a"))])
    desk.send(.put(2, .clock(Clock.State())))
    let changed = desk.effects
    #expect(changed == [.clock(1, .ticks), .clock(1, .beep), .clock(2, .ticks)])
    desk.send(.put(1, .blank))
    desk.send(.remove(2))
    let (last, problems) = (desk.effects, desk.problems)
    #expect(last == [] && problems == [])
  }

  @Test func `A row's child is cancelled if so many rows were written that the changes are unknown`() {
    var desk = Desk()
    desk.send(.putMany(Array(0..<40), .clock(Clock.State())))
    desk.send(.putMany(Array(0..<40), .note(Note.State())))
    let first = desk.effects
    #expect(first == [])
    for id in 0..<40 { desk.send(.note(id, .save)) }
    desk.send(.putMany(Array(0..<39), .blank))
    let second = desk.effects
    #expect(second == [.note(39, .save("", by: "Ana"))])
  }

  @Test func `The children of a row's child are cancelled when the row gets another case`() {
    var desk = Desk()
    desk.send(.put(1, .note(Note.State(draft: Draft.State()))))
    desk.send(.note(1, .draft(.store)))
    let before = desk.effects
    #expect(before == [.note(1, .draft(.store))])
    desk.send(.put(1, .clock(Clock.State())))
    let after = desk.effects
    #expect(after == [.clock(1, .ticks)])
  }

  @Test func `An action for a row of another case is ignored and reported`() {
    var desk = Desk()
    desk.send(.put(1, .clock(Clock.State())))
    desk.send(.note(1, .save))
    desk.send(.note(7, .save))
    let (pages, problems) = (desk.machine.state.pages, desk.problems)
    #expect(pages == [Page(id: 1, content: .clock(Clock.State()))])
    #expect(problems.map(\.description).allSatisfy { $0.contains("note") } && problems.count == 2)
  }

  #if DEBUG
    @Test func `A payload that is embedded in another case than it is extracted from is a programming error`() async {
      await #expect(processExitsWith: .failure) {
        struct Half: Reducer {
          enum Side: Sendable {
            case left(Tally.State), right(Tally.State)
            var left: Tally.State? { if case .left(let state) = self { state } else { nil } }
          }
          struct State: Sendable { var side = Side.left(Tally.State(id: 1)) }
          enum Action: Sendable { case tally(Tally.Action) }
          enum Effect: Equatable, Sendable { case tally(Tally.Effect) }
          let tally = Child(\State.side, \.left, Side.right, Tally(), Action.tally, Effect.tally, name: "tally")
          func reduce(into state: inout State, action: Action) -> Effects {
            switch action {
            case .tally(let action): tally.reduce(&state, action)
            }
          }
        }
        var machine = Machine(Half.State(), Half())
        machine.send(.tally(.add))
      }
    }
  #endif

  struct Tally: Reducer {
    struct State: Equatable, Sendable {
      let id: Int
      var count = 0
    }
    enum Action: Sendable { case add }
    enum Effect: Equatable, Sendable { case save(Int) }
    func reduce(into state: inout State, action: Action) -> Effects {
      state.count += 1
      return .run(.save(state.count), id: "save")
    }
  }

  /// A row that is itself an enum.
  enum Item: Equatable, Sendable, Identifiable {
    case tally(Tally.State), header(String)
    var tally: Tally.State? { if case .tally(let state) = self { state } else { nil } }
    var id: String { tally.map { "\($0.id)" } ?? "header" }
  }

  struct List: Reducer {
    struct State: Equatable, Sendable { var items: EntityTable<Item> }
    enum Action: Sendable { case tally(String, Tally.Action) }
    enum Effect: Equatable, Sendable { case tally(String, Tally.Effect) }
    let tallies = ChildRows(
      \State.items, \.self, \.tally, Item.tally, Tally(), Action.tally, Effect.tally, name: "tally")
    func reduce(into state: inout State, action: Action) -> Effects {
      switch action {
      case .tally(let id, let action): tallies.reduce(&state, id, action)
      }
    }
  }

  @Test func `A row may be the enum itself`() {
    var machine = Machine(List.State(items: [.header("All"), .tally(Tally.State(id: 1))]), List())
    machine.send(.tally("1", .add))
    machine.send(.tally("header", .add))
    let (items, requests) = (machine.state.items, machine.requests)
    #expect(items == [.header("All"), .tally(Tally.State(id: 1, count: 1))])
    #expect(requests.count == 2)
    if case .report(.absentChild) = requests[1] {} else { Issue.record("\(requests)") }
  }

  /// After each step, the running effects are those of rows that have had the same case since they were started.
  @Test(arguments: 0..<20 as Range<UInt64>) func `The effects of rows follow their cases in random programs`(
    seed: UInt64
  ) {
    var random = SplitMix(state: seed)
    var desk = Desk()
    var expected: [Int: Set<String>] = [:]
    for step in 0..<200 {
      let id = Int.random(in: 0..<6, using: &random)
      let content = desk.machine.state.pages[id: id]?.content
      switch Int.random(in: 0..<9, using: &random) {
      case 0, 1:
        desk.send(.put(id, .clock(Clock.State(seconds: step))))
        expected[id] = content?.clock == nil ? ["ticks"] : expected[id]
      case 2, 3:
        desk.send(.put(id, .note(Note.State(text: "\(step)"))))
        expected[id] = content?.note == nil ? [] : expected[id]
      case 4:
        desk.send(.put(id, .blank))
        expected[id] = nil
      case 5:
        desk.send(.remove(id))
        expected[id] = nil
      case 6:
        desk.send(.putMany(Array(0..<6) + Array(0..<6) + Array(0..<6), .blank))
        expected = [:]
      case 7:
        desk.send(.clock(id, .beep))
        if content?.clock != nil { expected[id]?.insert("beep") }
      default:
        desk.send(.note(id, .save))
        if content?.note != nil { expected[id]?.insert("save") }
      }
      var running: [Int: Set<String>] = [:]
      for effect in desk.effects {
        switch effect {
        case .clock(let id, .ticks): running[id, default: []].insert("ticks")
        case .clock(let id, .beep): running[id, default: []].insert("beep")
        case .note(let id, _): running[id, default: []].insert("save")
        }
      }
      #expect(running == expected.filter { !$0.value.isEmpty }, "seed \(seed), step \(step)")
    }
  }
}
