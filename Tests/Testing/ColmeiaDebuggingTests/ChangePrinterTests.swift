import ColmeiaBase
import ColmeiaDebugging
import ColmeiaTesting
import Testing

private struct Search: Reducer {
  struct State: Equatable, Sendable {
    var text = ""
    var password = Hidden("queen")
    var found: [String] = []
    var isLoading = false
    var count = 0
  }
  enum Action: Sendable { case typed(String), found([String]), failed, again, clear, count }
  enum Effect: Equatable, Sendable { case search(String), log, never }
  enum Output: Sendable, Equatable { case cleared }
  enum ID: String { case search }

  func reduce(into state: inout State, action: Action) -> Effects {
    switch action {
    case .typed(let text):
      (state.text, state.isLoading) = (text, true)
      return .run(.search(text), id: ID.search, .replace, .debounce(.milliseconds(300)))
    case .found(let found): (state.found, state.isLoading) = (found, false)
    case .failed: state.isLoading = false
    case .again: return .run(.search("again"), id: ID.search, .keep)
    case .clear:
      state = State()
      return [.cancel(ID.search), .output(.cleared)]
    case .count:
      state.count += 1
      return .run(.log)
    }
    return .none
  }
}

private struct Hidden: Equatable, Sendable, CustomReflectable {
  let text: String
  init(_ text: String) { self.text = text }
  var customMirror: Mirror { Mirror(self, children: []) }
}

private struct SearchHandler: EffectHandler {
  let clock: ManualClock

  func work(for effect: Search.Effect) -> Work<Search.Action> {
    switch effect {
    case .search("now"): .action(.found(["now"]))
    case .search(let text):
      .async { send in
        try await clock.sleep(for: .seconds(1))
        send(.found([text]))
      } catch: { _ in
        .failed
      }
    case .log, .never: .done
    }
  }
}

@Suite(.timeLimit(.minutes(10))) struct ChangePrinterTests {
  private let clock = ManualClock()
  private let texts = Awaited<[String]>([])

  private func store(of part: @escaping @Sendable (Search.State) -> any Sendable = { $0 }) -> Store<Search> {
    Store(
      Search.State(), Search(), SearchHandler(clock: clock), clock: clock,
      trace: changePrinter(print: { [texts] text in texts.change { $0.append(text) } }, of: part))
  }

  /// Waits for a number of texts, and removes them.
  private func printed(_ count: Int = 1) async -> [String] {
    await texts.firstRegardless { texts in
      if texts.count < count { return nil }
      defer { texts = [] }
      return texts
    }
  }

  @Test func `A start that is ignored is printed`() async {
    let store = store { $0.count }
    store.send(.typed("bee"))
    store.send(.again)
    #expect(
      await printed(2) == [
        "[0.000 s] .typed(\"bee\")\n  starts .search(\"bee\") in 0.3 seconds",
        "[0.000 s] .again\n  ignores .search(\"again\"), because another effect of its id waits or runs",
      ])
  }

  @Test func `A start that is replaced or cancelled while it waits is printed`() async {
    let store = store { $0.count }
    for action in [Search.Action.typed("b"), .typed("be"), .clear] { store.send(action) }
    #expect(
      await printed(3) == [
        "[0.000 s] .typed(\"b\")\n  starts .search(\"b\") in 0.3 seconds",
        """
        [0.000 s] .typed("be")
          drops .search("b"), which was waiting
          starts .search("be") in 0.3 seconds
        """,
        "[0.000 s] .clear\n  outputs .cleared\n  drops .search(\"be\"), which was waiting",
      ])
    await store.shutdown()
  }

  @Test func `An action is printed with its changes, its effects and its outputs`() async {
    let store = store()
    store.send(.typed("bee"))
    #expect(
      await printed() == [
        """
        [0.000 s] .typed("bee")
            Search.State(
          −   text: ""
          +   text: "bee"
              password: (Hidden)
              found: []
          −   isLoading: false
          +   isLoading: true
              count: 0
            )
          starts .search("bee") in 0.3 seconds
        """
      ])
    await clock.waitForSleeps(1)
    clock.advance(by: .milliseconds(300))
    #expect(await printed() == ["[0.300 s] a timer\n  starts .search(\"bee\")"])
    let cleared = store.send(.clear)
    #expect(
      await printed() == [
        """
        [0.300 s] .clear
            Search.State(
          −   text: "bee"
          +   text: ""
              password: (Hidden)
              found: []
          −   isLoading: true
          +   isLoading: false
              count: 0
            )
          outputs .cleared
          cancels .search("bee")
        """
      ])
    await cleared.finish()
    await store.shutdown()
    #expect(await printed() == ["[0.300 s] the shutdown"])
  }

  @Test func `An action of an effect is printed with the effect`() async {
    let store = store { $0.found }
    let typed = store.send(.typed("now"))
    await clock.waitForSleeps(1)
    clock.advance(by: .seconds(2))
    await typed.finish()
    #expect(
      await printed(3) == [
        "[0.000 s] .typed(\"now\")\n  starts .search(\"now\") in 0.3 seconds",
        "[2.000 s] a timer\n  starts .search(\"now\")",
        """
        [2.000 s] .found(["now"]), from .search("now")
          − []
          + [
          +   [0]: "now"
          + ]
        """,
      ])
  }

  @Test func `Only changes of the named part are printed, and effects that end in silence are not`() async {
    let store = store(of: \.text)
    await store.send(.count).finish()
    await store.shutdown()
    #expect(await printed(2) == ["[0.000 s] .count\n  starts .log", "[0.000 s] the shutdown"])
  }

  @Test func `Control characters of texts from outside are escaped`() async {
    let store = store()
    store.send(.found(["\u{1B}[2J", "\u{9B}2J", "\u{202E}a\n\u{85}"]))
    let text = await printed().joined()
    #expect(text.contains("\\u009b2J") && text.contains("\\u202ea"))
    #expect(text.unicodeScalars.allSatisfy { !$0.isTerminalControl })
  }

  @Test func `Texts that a value hides from reflection are not printed`() async {
    let store = store()
    store.send(.found(["queen", String(repeating: "x", count: 2_000)]))
    let text = await printed().joined()
    #expect(text.contains("found") && !text.contains(#"Hidden("#))
    #expect(text.split(separator: "\n").first?.count == 1_000 + "[0.000 s] ".count)
  }
}
