import ColmeiaBase
import ColmeiaSecrets
import TestSupport
import Testing

@testable import ColmeiaFrontEnds
@testable import ColmeiaWorld

/// An app with two long-lived effects: one ticks every second, and asks an actor before each tick. The other listens to
/// a stream that never ends. Any number of ordinary effects tick as well.
private struct Metronome: Reducer {
  struct State: Equatable, Codable, Sendable { var (isOn, ticks) = (false, 0) }
  enum Action: Equatable, Codable, Sendable { case turn(Bool), ticked, add(Int) }
  enum Effect: Equatable, Codable, Sendable { case tick, listen }

  func reduce(into state: inout State, action: Action) -> Effects {
    switch action {
    case .turn(let isOn): state.isOn = isOn
    case .ticked: state.ticks += 1
    case .add(let count):
      var effects = Effects.none
      for number in 0..<count { effects = effects + .run(.tick, id: EffectID("\(number)"), .replace) }
      return effects
    }
    return .none
  }

  func longLived(in state: State) -> LongLivedEffects<Effect> {
    state.isOn ? .running(.tick, id: "tick") + .running(.listen, id: "listen") : .none
  }
}

private struct MetronomeApp: RunnableApp {
  typealias Root = Metronome
  let name = "metronome"
  var interval = Duration.seconds(1)

  func makeWorld(_ parts: WorldParts) async throws -> any RunnableWorld<Metronome> {
    let interval = interval
    return LocalWorld { Device(Metronome.State(), Metronome(), Handler(clock: parts.clock, interval: interval)) }
  }

  actor Counter {
    private var count = 0
    func next() -> Int {
      count += 1
      return count
    }
  }

  struct Handler: EffectHandler {
    let clock: any Clock<Duration>
    var interval = Duration.seconds(1)

    func work(for effect: Metronome.Effect) -> Work<Metronome.Action> {
      switch effect {
      case .tick:
        .async { send in
          let counter = Counter()
          while (try? await clock.sleep(for: interval)) != nil {
            if await counter.next() > 0 { send(.ticked) }
          }
        }
      case .listen: .async { _ in for await _ in AsyncStream<Int>(unfolding: { await Self.nothing() }) {} }
      }
    }

    /// Returns when the task is cancelled.
    private static func nothing() async -> Int? {
      await Bell().wait(after: 0)
      return nil
    }
  }
}

@Suite(.blocking, .timeLimit(.minutes(10))) struct LongLivedTests {
  @Test(arguments: [
    "dispatch turn true\nawait state ticks == 1 within 1m", "dispatch add 1\nawait state ticks == 1 within 1m",
    "await clock > 1.4 within 1500ms",
  ])
  func `An await waits for more than a second as long as something can happen`(statements: String) async {
    let text = "scenario \"slow\"\n\(statements)\n"
    #expect(await RunTests.failures(of: MetronomeApp(interval: .seconds(1.5)), text) == [])
  }

  @Test func `If only long-lived effects run, an await waits for them, and its failure says so`() async {
    let text = "scenario \"slow\"\ndispatch turn true\nawait state ticks == -1 within 1200ms\n"
    let failures = await RunTests.failures(of: MetronomeApp(interval: .seconds(60)), text)
    #expect(failures.first == "failed: not within 1.2 s: state ticks == -1", "\(failures)")
    #expect(failures.contains { $0.hasPrefix("nothing is pending, except long-lived effects") }, "\(failures)")
  }

  @Test func `An advance carries out everything that a long-lived effect does meanwhile`() async {
    let text = """
      scenario "ticks"
      dispatch turn true
      advance 10s
      expect state ticks == 10
      advance 500ms
      expect state ticks == 10
      advance 500ms
      expect state ticks == 11
      dispatch turn false
      advance 10s
      expect state ticks == 11
      """
    for _ in 0..<100 {
      let failures = await RunTests.failures(of: MetronomeApp(), text)
      #expect(failures == [])
    }
  }

  @Test func `Between statements that don't wait, no time passes, however slow the machine is`() async {
    let checks = String(repeating: "expect state ticks == 3\n", count: 500)
    let text = """
      scenario "ticks"
      dispatch turn true
      advance 3ms
      \(checks)advance 1ms
      expect state ticks == 4
      await state ticks > 10
      """
    #expect(await RunTests.failures(of: MetronomeApp(interval: .milliseconds(1)), text) == [])
  }

  /// Each effect begins a little later than the one before it, so the clock moves 3,000 times.
  @Test(arguments: ["", "dispatch turn true\n"])
  func `A thousand effects whose deadlines differ all tick in time`(beginning: String) async {
    let text = "scenario \"t\"\n\(beginning)dispatch add 1000\nadvance 3s\nexpect state ticks >= 3000"
    #expect(await RunTests.failures(of: MetronomeApp(), text) == [])
  }

  /// The last number of ticks that was sent.
  private final class Display: MessageCarrier {
    private let content = Guarded(0)
    var ticks: Int { content.withLock { $0 } }

    func takesNews() -> Bool { true }
    func send(_ text: String, _ kind: MessageDelivery) {
      let changes = (try? JSON(parsing: text))?["patch"]?["changes"]?.array ?? []
      guard let ticks = changes.first(where: { $0["path"] == "/ticks" })?["value"]?.int else { return }
      content.withLock { $0 = ticks }
    }
  }

  @Test func `An advance of a served app does so too, before what is sent after it`() async throws {
    for _ in 0..<50 {
      let time = ScenarioClock.Time(ContinuousClock())
      let handler = MetronomeApp.Handler(clock: ScenarioClock(time, for: .effect))
      let (display, advancer) = (Display(), Advancer(time))
      let session = try await AppSession<MetronomeApp>(
        LocalWorld { Device(Metronome.State(), Metronome(), handler) }, advancer,
        FrontEnds(Messenger(Masker(), display)))
      for message in [#"{"dispatch": {"turn": true}}"#, #"{"advance": 9}"#, #"{"advance": 2}"#] {
        #expect(session.receive(Array(message.utf8), number: 1))
      }
      await withCheckedContinuation { over in session.whenIdle { over.resume() } }
      // The clock also runs by itself, which a busy machine may notice.
      #expect(display.ticks >= 11)
      await session.stop()
      await advancer.stop()
    }
  }
}
