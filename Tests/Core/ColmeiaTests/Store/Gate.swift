import ColmeiaBase
import ColmeiaTesting
import TestSupport

/// Suspends effects until the test opens their gates. Each gate has a name.
final class Gates: Sendable {
  private struct Content {
    var waiting: [String: [CheckedContinuation<Void, Never>]] = [:]
    var log: [String] = []
  }
  private let content = Guarded(Content())

  /// The recorded events, in order.
  var log: [String] { content.withLock { $0.log } }
  func record(_ text: String) { content.withLock { $0.log.append(text) } }

  /// Waits until the test opens `name`, even if the task is cancelled.
  func pass(_ name: String) async {
    await withCheckedContinuation { continuation in
      content.withLock { $0.waiting[name, default: []].append(continuation) }
    }
  }

  /// Returns the number of tasks that wait at `name`.
  func count(_ name: String) -> Int { content.withLock { $0.waiting[name]?.count ?? 0 } }

  /// Resumes the tasks that wait at `name`.
  func open(_ name: String) {
    let waiting = content.withLock { $0.waiting.removeValue(forKey: name) ?? [] }
    for continuation in waiting { continuation.resume() }
  }
}

/// A feature for tests of the store: it records its notes, and has effects of every kind.
struct Probe: Reducer {
  struct State: Equatable, Sendable {
    var received: [String] = []
    var count = 0
    var list: [Int] = []
    var isOpen = false
    var child: Child.State?
  }

  struct Child: Reducer {
    struct State: Equatable, Sendable { var number: Int }
    typealias Action = String
    typealias Effect = String
    func reduce(into state: inout State, action: String) -> Effects { .run(action, id: ID.work) }
  }
  let child = Colmeia.Child(\State.child, Child(), Action.startInChild, Effect.gated)

  enum Action: Equatable, Sendable {
    case note(String)
    case add(Int)
    case start(String, Policy = .concurrent)
    case later(String, EffectStart)
    case cancel
    case startAndCancel(String)
    case open(Bool)
    case child(Int?)
    case startInChild(String)
    case many([String])
    case chain(Int)
    case write(Int)
  }

  enum Effect: Equatable, Sendable {
    /// Sends its name, waits at its gate, then sends it again.
    case gated(String)
    /// Answers immediately.
    case answered(String)
    /// Ends immediately without sending anything.
    case ignored(String)
    case socket
    case chain(Int)
  }

  enum ID: String { case work, socket }

  func reduce(into state: inout State, action: Action) -> Effects {
    switch action {
    case .note(let text): state.received.append(text)
    case .add(let number): state.count += number
    case .start(let name, let policy): return .run(.gated(name), id: ID.work, policy)
    case .later(let name, .after(let delay)): return .run(.gated(name), id: ID.work, .concurrent, .after(delay))
    case .later(let name, let start): return .run(.gated(name), id: ID.work, .replace, start)
    case .cancel: return .cancel(ID.work)
    case .startAndCancel(let name): return [.run(.gated(name), id: ID.work), .cancel(ID.work)]
    case .open(let isOpen): state.isOpen = isOpen
    case .child(let child): state.child = child.map(Child.State.init)
    case .startInChild(let name): return child.reduce(&state, name)
    case .many(let names): return Effects(names.flatMap { Effects.run(.answered($0)).commands })
    case .chain(let left):
      state.count += 1
      return left > 0 ? .run(.chain(left)) : .none
    case .write(let number): state.list.append(number)
    }
    return .none
  }

  func longLived(in state: State) -> LongLivedEffects<Effect> {
    state.isOpen ? .running(.socket, id: ID.socket) : .none
  }
}

struct ProbeHandler: EffectHandler {
  let gates: Gates

  func work(for effect: Probe.Effect) -> Work<Probe.Action> {
    switch effect {
    case .answered(let name): .action(.note(name))
    case .ignored: .done
    case .chain(let left): .action(.chain(left - 1))
    case .gated, .socket: .async { send in await perform(effect, send: send) }
    }
  }

  private nonisolated(nonsending) func perform(_ effect: Probe.Effect, send: Send<Probe.Action>) async {
    switch effect {
    case .gated(let name):
      gates.record("\(name) begins")
      send(.note("\(name) 1"))
      await gates.pass(name)
      gates.record("\(name) \(Task.isCancelled ? "was cancelled" : "goes on")")
      send(.note("\(name) 2"))
    case .socket:
      gates.record("socket opens")
      await gates.pass("socket")
      gates.record("socket closes")
    case .answered, .ignored, .chain: break
    }
  }
}

/// A store of the probe. The test controls its effects, tasks and time.
struct Bench {
  let gates = Gates()
  let clock = ManualClock()
  let executor = ManualExecutor()
  let store: Store<Probe>

  init(_ state: Probe.State = Probe.State(), queueLimit: Int = 1_000_000, trace: Trace<Probe>? = nil) {
    store = Store(
      state, Probe(), ProbeHandler(gates: gates), clock: clock, executor: executor, queueLimit: queueLimit,
      trace: trace)
  }

  /// Opens the gate of an effect, and runs the effect to its end.
  func open(_ name: String) {
    gates.open(name)
    executor.run()
  }

  /// Advances the clock, and lets the store process its timers.
  func advance(by duration: Duration) {
    executor.run()
    clock.advance(by: duration)
    executor.run()
  }
}
