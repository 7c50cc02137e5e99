import ColmeiaExplorer
import Testing

/// The end of a run, and programming errors that the machine reports.
@Suite struct EndingTests {
  struct Loop: Reducer {
    enum Kind: Sendable { case endless, polling, socket, twins }
    var kind: Kind
    typealias Effect = String

    typealias State = Int
    typealias Action = Int
    func reduce(into state: inout Int, action: Int) -> Effects {
      state += 1
      switch kind {
      case .endless: return .run("again")
      case .polling: return .run("poll", after: .seconds(10))
      case .socket, .twins: return .none
      }
    }

    func longLived(in state: Int) -> LongLivedEffects<String> {
      switch kind {
      case .endless, .polling: .none
      case .socket: state == 0 ? .none : .running("socket", id: "socket")
      case .twins: state == 0 ? .none : [.running("a", id: "same"), .running("b", id: "same")]
      }
    }

    static func explorer(_ kind: Kind, _ outcomes: [Outcome<Int, NoServer>]) -> Explorer<Loop, NoServer> {
      var explorer = Explorer(0, Loop(kind: kind))
      explorer.action(1)
      explorer.outcomes { _ in outcomes }
      return explorer
    }
  }

  @Test func `A feature that answers itself endlessly is reported`() {
    var explorer = Loop.explorer(.endless, [.answer(2)])
    explorer.restLimit = 3
    let expected = """
      Loop: it does not come to rest: 3 answers and timers at the end, and more are pending.
      1. action  1
      2. end     #1 "again" answers 2
      3. end     #2 "again" answers 2
      4. end     #3 "again" answers 2
         state   4
      """
    #expect(explorer.run().counterexample?.story == expected)
  }

  @Test func `A feature that polls may keep polling beyond the explorer's patience`() {
    var explorer = Loop.explorer(.polling, [.answer(2)])
    explorer.patience = .seconds(35)
    explorer.everyStep("polling in the end phase stops at the limit") { _, _, state in state < 200 }
    #expect(explorer.run(seeds: 0..<200, steps: 12...12).passed)
  }

  @Test func `A socket that never ends does not prevent a run from coming to rest`() {
    var explorer = Loop.explorer(.socket, [.resolve([2, 3]), .never])
    explorer.eventually("it was opened") { _ in true }
    #expect(explorer.run(seeds: 0..<200).passed)
  }

  @Test func `A problem that the machine reports is a failure`() {
    let found = Loop.explorer(.twins, [.never]).run().counterexample
    #expect(found?.violation == .problem(.duplicateLongLivedID("same")))
    #expect(found?.program.count == 1)
    #expect(found?.trace.lines.map(\.description) == ["action  1"])
  }

  @Test func `An invariant that the initial state violates needs no steps`() {
    var explorer = Loop.explorer(.socket, [])
    explorer.always("it is not zero") { $0 != 0 }
    let expected = """
      Loop: "it is not zero" does not hold
      """
    #expect(explorer.run().counterexample?.story == expected)
  }
}
