import ColmeiaExplorer
import Foundation
import Testing

/// Actions that the server sends through running effects.
@Suite struct PushTests {
  /// A chat that shows what others write while it is open.
  struct Chat: Reducer {
    /// A planted mistake.
    enum Mistake: Sendable { case none, replaces, forgetsMissed }
    struct State: Hashable, Sendable {
      var isOpen = false
      /// The number of the connection.
      var opened = 0
      var shown: [Int] = []
    }
    enum Action: Hashable, Sendable { case open, close, joined([Int]), received(Int) }
    enum Effect: Hashable, Sendable { case listen(Int) }
    var mistake = Mistake.none

    func reduce(into state: inout State, action: Action) -> Effects {
      switch action {
      case .open: (state.isOpen, state.opened) = (true, state.opened + 1)
      case .close: state.isOpen = false
      case .joined(let all): if mistake != .forgetsMissed { state.shown = all }
      case .received(let number): state.shown = mistake == .replaces ? [number] : state.shown + [number]
      }
      return .none
    }

    func longLived(in state: State) -> LongLivedEffects<Effect> {
      state.isOpen ? .running(.listen(state.opened), id: "listen") : .none
    }
  }

  struct Room: Hashable, Sendable {
    var all: [Int] = []
    /// What is still to be sent to each connection.
    var pending: [Int: [Int]] = [:]
  }

  private func explorer(_ mistake: Chat.Mistake = .none) -> Explorer<Chat, Room> {
    var explorer = Explorer(Chat.State(), Chat(mistake: mistake), server: Room())
    explorer.action(.open) { !$0.isOpen && $0.opened < 2 }
    explorer.action(.close) { $0.isOpen }
    explorer.elsewhere("somebody writes") { room in
      guard room.all.count < 3 else { return false }
      for connection in room.pending.keys { room.pending[connection]?.append(room.all.count) }
      room.all.append(room.all.count)
      return true
    }
    explorer.outcomes { effect, room in
      switch effect {
      case .listen(let connection): [.resolve([.joined(room.all)]) { $0.pending[connection] = [] }]
      }
    }
    explorer.push("a message arrives") { effect, room in
      guard case .listen(let connection) = effect, let first = room.pending[connection]?.first else { return nil }
      room.pending[connection]?.removeFirst()
      return .received(first)
    }
    explorer.eventually("an open chat shows everything") { chat, world in
      !chat.isOpen || chat.shown == world.server.all
    }
    explorer.sometimes("two messages are shown") { $0.shown.count == 2 }
    return explorer
  }

  @Test func `A message reaches a subscription, and the story tells so`() throws {
    var explorer = explorer()
    let exploration = explorer.run(seeds: 0..<400)
    #expect(exploration.failure == nil, "\(exploration)")
    let pushes = exploration.coverage.actions.first { $0.name == "a message arrives" }
    #expect((pushes?.count ?? 0) > 0)
    explorer.everyStep("nothing is received") { _, action, _ in if case .received = action { false } else { true } }
    let story = try #require(explorer.exhaust(steps: 8).counterexample?.story)
    #expect(story.contains("a message arrives: received(0), through #1 listen(1)"), "\(story)")
  }

  @Test func `A mistake that only a message shows is found, shrunk and repeated`() throws {
    let explorer = explorer(.replaces)
    let found = try #require(explorer.run(seeds: 0..<400).counterexample)
    #expect(found.violation == .eventually("an open chat shows everything"))
    #expect(found.test.contains("store.resolve(.listen(1), with: .received("), "\(found.test)")
    let stored = try JSONDecoder().decode(Program.self, from: JSONEncoder().encode(found.program))
    let trace = explorer.replay(stored)
    #expect(trace.violation == found.violation && trace.skipped.isEmpty && trace.lines == found.trace.lines)
    let program = try #require(explorer.exhaust(steps: 6).counterexample?.program)
    #expect(program.count <= found.program.count)
  }

  @Test func `What was missed while the subscription was closed is found`() {
    let found = explorer(.forgetsMissed).run(seeds: 0..<400).counterexample
    #expect(found?.violation == .eventually("an open chat shows everything"))
  }

  @Test func `All situations of a feature with messages are reached`() {
    let exhaustion = explorer().exhaust(steps: 40)
    #expect(exhaustion.failure == nil && exhaustion.isComplete, "\(exhaustion)")
  }

  @Test func `A message is received only through an effect that has sent its first actions and isn't cancelled`() {
    var explorer = explorer()
    explorer.everyStep("only an open chat that has joined receives") { before, action, _ in
      if case .received = action { before.isOpen } else { true }
    }
    #expect(explorer.run(seeds: 0..<400).passed)
    var never = Explorer(Chat.State(), Chat(), server: Room())
    never.action(.open)
    never.outcomes { _, _ in [.finish] }
    never.push("a message arrives") { _, _ in .received(1) }
    guard case .neverPossible(let names, _)? = never.run(seeds: 0..<1_000).failure else {
      Issue.record("an event that is never possible was not reported")
      return
    }
    #expect(names == ["a message arrives"])
  }

  /// Listens to two rooms.
  struct Hall: Reducer {
    typealias State = [Int]
    enum Action: Hashable, Sendable { case open, heard(Int) }
    enum Effect: Hashable, Sendable { case listen(Int) }
    func reduce(into state: inout [Int], action: Action) -> Effects {
      switch action {
      case .open: return .run(.listen(1)) + .run(.listen(2))
      case .heard(let room):
        state.append(room)
        return .none
      }
    }
  }

  private func hall(isEndless: Bool) -> Explorer<Hall, NoServer> {
    var explorer = Explorer([], Hall())
    explorer.restLimit = 50
    explorer.action(.open) { $0.isEmpty }
    explorer.outcomes { _ in [.never] }
    explorer.push("a noise", isEndless: isEndless) { effect, _ in
      if case .listen(let room) = effect { .heard(room) } else { nil }
    }
    return explorer
  }

  @Test func `Each of several effects may receive the action`() {
    for room in [1, 2] {
      var explorer = hall(isEndless: true)
      explorer.always("not from room \(room)") { !$0.contains(room) }
      #expect(explorer.exhaust(steps: 4).counterexample != nil)
      #expect(explorer.run(seeds: 0..<100).counterexample != nil)
    }
  }

  @Test func `An endless event doesn't keep a run from coming to rest, and any other one must end`() {
    #expect(hall(isEndless: true).run(seeds: 0..<50).passed)
    let found = hall(isEndless: false).run(seeds: 0..<50).counterexample
    if case .noRest? = found?.violation {} else { Issue.record("\(String(describing: found))") }
  }
}
