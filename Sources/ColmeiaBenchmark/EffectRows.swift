import Colmeia
import ColmeiaMeasuring
import Synchronization

func effects() -> [Row] {
  @Sendable func local(_ action: Echo.Action) -> @Sendable (Int) async -> Void {
    let executor = LocalExecutor()
    let store = Store(Echo.State(), Echo(), Echo(), executor: executor)
    return { n in
      for _ in 0..<n {
        store.send(action)
        executor.run()
      }
    }
  }
  return [
    Row("e1", "effect answered immediately: action, effect, action") {
      let store = Store(Echo.State(), Echo(), Echo())
      return { n in for _ in 0..<n { store.send(.now) } }
    },
    Row("e1i", "the same with an id and replace") {
      let store = Store(Echo.State(), Echo(), Echo())
      return { n in for _ in 0..<n { store.send(.named) } }
    },
    Row("e2", "async effect without a suspension, same executor") { local(.task) },
    Row("e2s", "async effect with one suspension, same executor") { local(.suspended) },
    Row(
      "g5.waiters", "finish() of 16,000 concurrent sends, per send, beyond a bare continuation",
      .sized(16_000) { await waiters($0, finishing: true) },
      without: .sized(16_000) { await waiters($0, finishing: false) },
      changesThreads: true),
    Row(
      "g5.flight", "finish() with 1,000,000 effects in flight",
      .steady {
        let store = Store(Alarms.State(), Alarms(), Endless<Alarms>(), effectLimit: 2_000_000)
        for _ in 0..<1_000 { store.send(.setMany(1_000)) }
        return Trial(of: store) { n in for _ in 0..<n { await store.send(.increment).finish() } }
      }, changesThreads: true),
    Row(
      "g6.tasks", "baseline: tasks that do the work of these effects without a store, each",
      .sized(10_000) { _ in
        let tasks = BareTasks()
        return Trial(run: { n in for _ in 0..<n { tasks.start() } }, end: { tasks.cancel() })
      }),
    starting("g6.10k", 10_000),
    starting("g6.100k", 100_000),
  ]
}

/// Returns a row that starts effects of rows one by one. The effects don't end.
private func starting(_ name: String, _ count: Int) -> Row {
  Row(
    name, "starting \(count / 1_000),000 effects of as many rows, per effect",
    .sized(count) { size in
      let store = Store(Kennel.State(dogs: table(size)), Kennel(), KennelHandler())
      return Trial(of: store) { n in for id in 0..<n { store.send(.dog(id, .walk)) } }
    })
}

/// Returns a trial with tasks that each wait for a different send. The effects of the sends are in flight and are
/// cancelled one by one. If `finishing` is false, each task waits for a continuation instead.
private func waiters(_ size: Int, finishing: Bool) async -> Trial {
  let store = Store(Alarms.State(), Alarms(), Endless<Alarms>())
  let names = (0..<size).map { "alarm \($0)" }
  let sent = names.map { store.send(.set($0)) }
  return Trial(of: store) { _ in
    let begun = Counted()
    await withTaskGroup(of: Void.self) { group in
      for sent in sent {
        group.addTask {
          if finishing {
            begun.count.add(1, ordering: .relaxed)
            await sent.finish()
          } else {
            await begun.wait()
          }
        }
      }
      while begun.count.load(ordering: .relaxed) < size { await Task.yield() }
      for (index, name) in names.enumerated() {
        store.send(.cancel(name))
        if !finishing { begun.resume(index) }
      }
    }
  }
}

extension Trial {
  /// Creates a trial whose store is shut down after the measurement.
  init(of store: Store<some Reducer>, run: @escaping @Sendable (Int) async -> Void) {
    self.init(run: run, end: { await store.shutdown() })
  }
}

/// Tasks that do the work of ``Endless`` without a store.
private final class BareTasks: Sendable {
  private let tasks = Mutex<[Task<Void, any Error>]>([])

  func start() {
    let task =
      if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
        Task.immediate { () async throws -> Void in await Endless<Dog>.work() }
      } else {
        Task { () async throws -> Void in await Endless<Dog>.work() }
      }
    tasks.withLock { $0.append(task) }
  }

  func cancel() { for task in tasks.withLock({ $0 }) { task.cancel() } }
}

/// Tasks that wait without a store.
private final class Counted: Sendable {
  let count = Atomic(0)
  private let waiting = Mutex<[CheckedContinuation<Void, Never>]>([])

  func wait() async {
    await withCheckedContinuation { continuation in
      waiting.withLock { $0.append(continuation) }
      count.add(1, ordering: .relaxed)
    }
  }

  func resume(_ index: Int) { waiting.withLock { $0[index] }.resume() }
}
