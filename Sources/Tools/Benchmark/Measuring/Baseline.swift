import Synchronization

extension Trial {
  /// A counter protected by a mutex that nobody else locks.
  static var mutex: Trial {
    // The optimizer must not know this value, or it would compute the result without the loop.
    let step = CommandLine.argc > 1_000 ? 0 : 1
    return Trial { n in
      let count = Mutex(0)
      for _ in 0..<n { count.withLock { add(step, to: &$0) } }
      keep(count.withLock { $0 })
    }
  }
}

/// Not inlined, so that the count stays in memory.
@inline(never) private func add(_ step: Int, to count: inout Int) { count &+= step }
