import Synchronization

extension Row.Baseline {
  /// The baseline's trial: a counter protected by a mutex, incremented by one thread or by two.
  package var trial: Trial {
    // The optimizer must not know this value, or it would compute the result without the loop.
    let step = CommandLine.argc > 1_000 ? 0 : 1
    switch self {
    case .mutex:
      return Trial { n in
        let count = Mutex(0)
        for _ in 0..<n { count.withLock { add(step, to: &$0) } }
        keep(count.withLock { $0 })
      }
    case .mutex2:
      let count = SharedCount()
      return Trial { n in
        await onTwoThreads(n) { _ in count.value.withLock { add(step, to: &$0) } }
      }
    }
  }
}

/// Not inlined, so that the count stays in memory.
@inline(never) private func add(_ step: Int, to count: inout Int) { count &+= step }

private final class SharedCount: Sendable {
  let value = Mutex(0)
}

/// Makes half of `n` calls on each of two threads.
package func onTwoThreads(_ n: Int, _ body: @escaping @Sendable (Int) -> Void) async {
  await withTaskGroup(of: Void.self) { group in
    for half in [0..<n / 2, n / 2..<n] {
      group.addTask { for i in half { body(i) } }
    }
  }
}
