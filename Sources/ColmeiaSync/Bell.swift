/// Tells waiting tasks that something has happened, so that none has to poll. Nothing is lost between
/// looking and waiting: a ring in between ends the wait at once.
package final class Bell: Sendable {
  private let count = Awaited<UInt64>(0)

  package init() {}

  /// How often it has rung.
  package var rings: UInt64 { count.read { $0 } }

  /// Something has happened.
  package func ring() { count.change { $0 += 1 } }

  /// Waits until it has rung more often than `rings`, or the waiting task is cancelled.
  package func wait(after rings: UInt64) async { _ = await count.first { $0 > rings ? true : nil } }

  /// Waits until it has rung more often than `rings`, though the task may be cancelled: for what is sure to come.
  package func waitRegardless(after rings: UInt64) async {
    _ = await count.firstRegardless { $0 > rings ? true : nil }
  }

  /// Waits as ``wait(after:)`` does, but not beyond `deadline`; `false` when the deadline came first.
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
