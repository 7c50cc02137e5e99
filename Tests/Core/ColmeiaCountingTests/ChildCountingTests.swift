import ColmeiaTable
import CountingSupport
import Synchronization
import Testing

/// Counts what a child with a large state costs, wherever the state is.
@Suite(.serialized) struct ChildCountingTests {
  /// A feature with a large state, which counts how often it is asked for its long-lived effects.
  struct Chapter: Reducer {
    static let questions = Atomic<Int>(0)
    struct State: Sendable {
      var pages = Array(repeating: 1, count: 100_000)
      var isOpen = false
    }
    enum Action: Sendable { case turn(Int) }
    enum Effect: Equatable, Sendable { case read }
    func reduce(into state: inout State, action: Action) -> Effects {
      if case .turn(let page) = action { state.pages[page] += 1 }
      return .none
    }
    func longLived(in state: State) -> LongLivedEffects<Effect> {
      Self.questions.add(1, ordering: .relaxed)
      return state.isOpen ? .running(.read, id: "read") : .none
    }
  }

  struct Book: Reducer {
    enum Screen: Sendable {
      case chapter(Chapter.State), none
      var chapter: Chapter.State? { if case .chapter(let state) = self { state } else { nil } }
    }
    struct Row: Identifiable, Sendable {
      let id: Int
      var screen = Screen.chapter(Chapter.State())
    }
    /// A row, whose state is an enum with a case for a chapter.
    struct Page: Reducer {
      typealias State = Row
      typealias Action = Chapter.Action
      typealias Effect = Chapter.Effect
      let chapter = Child(\Row.screen, \.chapter, Screen.chapter, Chapter(), { $0 }, { $0 }, name: "chapter")
      func reduce(into state: inout Row, action: Action) -> Effects { chapter.reduce(&state, action) }
    }
    struct State: Sendable {
      var count = 0
      var first = Chapter.State()
      var screen = Screen.chapter(Chapter.State())
      var rows: EntityTable<Row> = [Row(id: 1), Row(id: 2, screen: .none)]
    }
    enum Action: Sendable { case increment, first(Chapter.Action), screen(Chapter.Action), row(Int, Chapter.Action) }
    enum Effect: Equatable, Sendable { case first(Chapter.Effect), screen(Chapter.Effect), row(Int, Chapter.Effect) }
    let first = Child(\State.first, Chapter(), Action.first, Effect.first)
    let screen = Child(
      \State.screen, \.chapter, Screen.chapter, Chapter(), Action.screen, Effect.screen, name: "screen")
    let rows = ChildRows(\State.rows, Page(), Action.row, Effect.row)
    func reduce(into state: inout State, action: Action) -> Effects {
      switch action {
      case .increment: state.count += 1
      case .first(let action): return first.reduce(&state, action)
      case .screen(let action): return screen.reduce(&state, action)
      case .row(let id, let action): return rows.reduce(&state, id, action)
      }
      return .none
    }
  }

  struct Handler: EffectHandler {
    func work(for effect: Book.Effect) -> Work<Book.Action> { .done }
  }

  let store = Store(Book.State(), Book(), Handler())

  #if !DEBUG  // unoptimized closures allocate by themselves, and copy
    /// The address of the pages of a row.
    private var pages: UInt? {
      store.withState { state in
        state.rows[id: 1]?.screen.chapter?.pages.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
      }
    }

    @Test func `A child that is stored, in an enum case or in one of a row changes in place`() {
      for action in [Book.Action.first(.turn(0)), .screen(.turn(0)), .row(1, .turn(0))] {
        store.send(action)  // makes type metadata
      }
      #expect(steadyAllocations { for page in 0..<100 { store.send(.first(.turn(page))) } } == 0)
      #expect(steadyAllocations { for page in 0..<100 { store.send(.screen(.turn(page))) } } == 0)
      let before = pages
      for page in 0..<100 { store.send(.row(1, .turn(page))) }
      #expect(before != nil && pages == before)
    }
  #endif
}
