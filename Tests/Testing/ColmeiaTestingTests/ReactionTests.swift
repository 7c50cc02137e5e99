import ColmeiaTesting
import Testing

/// A list of notes. Several actions change its filter, and each change resets the page.
private struct Notes: Reducer {
  struct State: Equatable, Sendable {
    var filter = ""
    var page = 1
  }
  enum Action: Equatable, Sendable { case filter(String), reset, next, loaded }
  enum Effect: Equatable, Sendable { case load(String, page: Int) }
  enum ID: String { case load }

  func reduce(into state: inout State, action: Action) -> Effects {
    onChange(of: \.filter, in: &state) { state in
      switch action {
      case .filter(let text): state.filter = text
      case .reset: state.filter = ""
      case .next: state.page += 1
      case .loaded: break
      }
      return .none
    } react: { _, filter, state in
      state.page = 1
      return .run(.load(filter, page: 1), id: ID.load, .replace)
    }
  }
}

@Suite struct ReactionTests {
  @Test func `A reaction is asserted in the step that causes it`() {
    var store = TestStore(Notes.State(page: 3), Notes())
    store.send(.filter("a"), effects: [.load("a", page: 1)]) {
      $0.filter = "a"
      $0.page = 1
    }
    store.send(.filter("a"))
    store.send(.reset, effects: [.load("", page: 1)], cancels: [.load("a", page: 1)]) { $0.filter = "" }
    store.answer(.load("", page: 1), with: .loaded)
    store.finish()
  }

  @Test func `A reaction that the test leaves out fails the step`() {
    var store = TestStore(Notes.State(page: 3), Notes(), reporting: .silently)
    store.send(.filter("a")) { $0.filter = "a" }
    store.finish(leaving: [.load("a", page: 1)])
    #expect(store.failures.count == 1)
    #expect(store.failures.first?.message.contains("page: 1") == true)
    #expect(store.failures.first?.message.contains("effects: [.load(\"a\", page: 1)]") == true)
  }

  @Test func `A reducer with middleware is tested like any other reducer`() {
    let short = Notes().middleware { state, action, next in
      if case .filter(let text) = action, text.count > 3 { return .none }
      return next.reduce(into: &state, action: action)
    }
    var store = TestStore(Notes.State(), short)
    store.send(.filter("long"))
    store.send(.filter("abc"), effects: [.load("abc", page: 1)]) { $0.filter = "abc" }
    store.finish(leaving: [.load("abc", page: 1)])
  }

  @Test func `The explorer finds a violation that a reaction misses, and none if the reaction is correct`() {
    func explorer<R: Reducer>(_ reducer: R) -> Explorer<R, NoServer>
    where R.State == Notes.State, R.Action == Notes.Action {
      var explorer = Explorer(Notes.State(), reducer)
      for action: Notes.Action in [.filter("a"), .filter("b"), .reset, .next] { explorer.action(action) }
      explorer.outcomes { _ in [.answer(.loaded)] }
      explorer.everyStep("a new filter begins with the first page") { old, _, new in
        old.filter == new.filter || new.page == 1
      }
      return explorer
    }
    #expect(explorer(Notes()).run(seeds: 0..<200).passed)
    let turning = Notes().middleware { state, action, next in
      next.reduce(into: &state, action: action) + next.reduce(into: &state, action: .next)
    }
    #expect(!explorer(turning).run(seeds: 0..<200).passed)
  }
}
