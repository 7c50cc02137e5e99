import ColmeiaBase
import TestSupport
import Testing

@testable import ColmeiaRunner
@testable import ColmeiaWorld

/// Starts an effect that ends without an action.
private struct Errand: Reducer {
  struct State: Equatable, Codable, Sendable { var count = 0 }
  enum Action: Equatable, Codable, Sendable { case start }
  enum Effect: Equatable, Codable, Sendable { case run }

  func reduce(into state: inout State, action: Action) -> Effects { .run(.run) }
}

private struct ErrandHandler: EffectHandler {
  func work(for effect: Errand.Effect) -> Work<Errand.Action> { .async { _ in await Task.yield() } }
}

/// Effects that are queued or debounced, and run until they are cancelled.
private struct Desk: Reducer {
  struct State: Equatable, Codable, Sendable {}
  enum Action: Equatable, Codable, Sendable { case queue(Int), type, typeTwice, submit, search, once, stop }
  enum Effect: Equatable, Codable, Sendable { case work(Int), search }
  enum ID: String { case work, search }

  func reduce(into state: inout State, action: Action) -> Effects {
    switch action {
    case .queue(let number): .run(.work(number), id: ID.work, .queue)
    case .type: .run(.search, id: ID.search, .replace, .debounce(.seconds(3_600)))
    case .typeTwice:
      [
        .run(.search, id: ID.search, .replace, .debounce(.seconds(3_600))),
        .run(.search, id: ID.search, .replace, .debounce(.seconds(3_600))),
      ]
    case .submit: .run(.search, id: ID.search, .replace)
    case .search: .run(.search, id: ID.search, .keep, .throttle(.seconds(3_600)))
    case .once: .run(.search, id: ID.search, .keep)
    case .stop: [.cancel(ID.work), .cancel(ID.search)]
    }
  }

  struct Handler: EffectHandler {
    func work(for effect: Effect) -> Work<Action> {
      .async { _ in for await _ in AsyncStream<Never>.makeStream().stream {} }
    }
  }
}

@Suite(.timeLimit(.minutes(10))) struct StoreSessionTests {
  @Test(
    arguments: [
      ([.queue(1), .queue(2), .queue(3)], ["work 1", "work 2", "work 3"], []),
      ([.queue(1), .queue(2), .stop], ["work 1", "work 2"], ["work 1", "work 2"]),
      ([.type, .type, .type], ["search", "search", "search"], ["search", "search"]),
      ([.typeTwice], ["search", "search"], ["search"]),
      ([.type, .submit], ["search", "search"], ["search"]),
      ([.search, .search, .search], ["search", "search", "search"], ["search"]),
      ([.type, .queue(1), .stop], ["search", "work 1"], ["search", "work 1"]),
    ] as [([Desk.Action], [String], [String])])
  fileprivate func `An effect that waits counts as requested, and as cancelled if it is dropped`(
    actions: [Desk.Action], requested: [String], cancelled: [String]
  ) async {
    let (bell, device) = (Bell(), Device(Desk.State(), Desk(), Desk.Handler()))
    let session = StoreSession("", device, ScenarioClock.Time(ContinuousClock()), bell) { _, _, _, _ in }
    session.send(actions)
    await bell.wait(for: "the actions") { session.hasReducedAll }
    #expect(session.effects(nil, .requested) == requested)
    #expect(session.effects(nil, .cancelled) == cancelled)
    await bell.wait(for: "the stop of cancelled effects") {
      session.effects(nil, .pending).count == requested.count - cancelled.count
    }
    await session.store.shutdown()
    #expect(session.effects(nil, .cancelled) == requested)
  }

  @Test func `A start that is ignored is shown`() async {
    let (bell, device) = (Bell(), Device(Desk.State(), Desk(), Desk.Handler()))
    let shown = Guarded<[String]>([])
    let session = StoreSession("", device, ScenarioClock.Time(ContinuousClock()), bell) { lines, _, _, _ in
      shown.withLock { $0 += lines }
    }
    session.send([.once, .once])
    await bell.wait(for: "the actions") { session.hasReducedAll }
    let ignored = "ignores search, because another effect of its id waits or runs"
    #expect(shown.withLock { $0 } == ["once", "begins search", "once", ignored])
    #expect(session.effects(nil, .requested) == ["search"])
    await session.store.shutdown()
  }

  /// The events that a session reports about its effects.
  private struct Account {
    var (pending, running, completed): (Int, Int, Int)
    init(_ session: StoreSession<Errand>?) {
      pending = session?.pending.count ?? -1
      running = session?.activity.running ?? -1
      completed = session?.effects(nil, .completed).count ?? -1
    }
  }

  @Test func `An effect is pending until its end has been recorded`() async {
    let (bell, session, unrecorded) = (Bell(), Awaited<StoreSession<Errand>?>(nil), Awaited<Account?>(nil))
    var device = Device(Errand.State(), Errand(), ErrandHandler())
    let makeStore = device.run
    device.run = { device, clock, executor, trace, report in
      let slowTrace: RunningStore<Errand>.Trace = { event, state, hasRequests in
        if case .step(let step) = event, case .finish = step.input {
          // The store has processed the end of the effect.
          unrecorded.change { $0 = Account(session.read { $0 }) }
        }
        trace(event, state, hasRequests)
      }
      return makeStore(device, clock, executor, slowTrace, report)
    }
    let made = StoreSession("", device, ScenarioClock.Time(ContinuousClock()), bell) { _, _, _, _ in }
    session.change { $0 = made }
    made.send([.start])
    await bell.wait(for: "the end") { !made.hasPending(ignoringTimers: false) }
    // In the history, the effect still runs, and besides, an input is missing there.
    #expect(unrecorded.read { [$0?.pending, $0?.running, $0?.completed] } == [1, 2, 0])
    let recorded = Account(made)
    #expect([recorded.pending, recorded.running, recorded.completed] == [0, 0, 1])
    session.change { $0 = nil }
  }
}
