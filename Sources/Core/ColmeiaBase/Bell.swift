/// Resumes waiting tasks when something has happened, so that they don't have to poll. A ring between checking and
/// waiting isn't lost: it ends the wait immediately.
package final class Bell: Sendable {
  private let count = Awaited<UInt64>(0)

  package init() {}

  /// The number of times that the bell has rung.
  package var rings: UInt64 { count.read { $0 } }

  /// Rings the bell, which resumes waiting tasks.
  package func ring() { count.change { $0 += 1 } }

  /// Waits until the bell has rung more often than `rings`, or the waiting task is cancelled.
  package func wait(after rings: UInt64) async { _ = await count.first { $0 > rings ? true : nil } }

  /// Waits until the bell has rung more often than `rings`, even if the task is cancelled. Use it only if a ring is
  /// certain to come.
  package func waitRegardless(after rings: UInt64) async {
    _ = await count.firstRegardless { $0 > rings ? true : nil }
  }

  /// Waits like ``wait(after:)``, but at most until `deadline`. Returns `false` if the deadline passes first.
  package func wait<C: Clock>(after rings: UInt64, until deadline: C.Instant, _ clock: C) async -> Bool {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await self.wait(after: rings) }
      group.addTask { try? await clock.sleep(until: deadline, tolerance: nil) }
      await group.next()
      group.cancelAll()
    }
    return self.rings > rings
  }
}
