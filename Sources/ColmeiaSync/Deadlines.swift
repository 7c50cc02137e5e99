/// What is to be ended at a time, if it is not over before. One task sleeps for all of it.
///
/// A sleep of its own for each would be simpler, but a cancelled sleep stays in the system's books until its time has
/// come: 740 bytes for each request of the last half minute, on Linux.
package final class Deadlines: Sendable {
  private struct Content {
    var number = 0
    var ends: [Int: (time: Duration, body: @Sendable () -> Void)] = [:]
    /// Sleeps no longer than until the first end; it may wake for nothing.
    var alarm: (task: Task<Void, Never>, time: Duration)?
    var isClosed = false
  }

  private let content = Guarded(Content())
  private let clock: StoreClock

  package init(_ clock: any Clock<Duration>) { self.clock = StoreClock(clock) }

  deinit { close() }

  /// Calls `end` when this time has passed, unless ``remove(_:)`` comes first. Not after ``close()``.
  ///
  /// - Returns: what to remove.
  /// - Complexity: O(1).
  package func add(after duration: Duration, _ end: @escaping @Sendable () -> Void) -> Int {
    let time = clock.now() + duration
    return content.withLock { content in
      content.number += 1
      content.ends[content.number] = (time, end)
      setAlarm(&content, time)
      return content.number
    }
  }

  /// The end is not wanted any more.
  package func remove(_ number: Int) { content.withLock { _ = $0.ends.removeValue(forKey: number) } }

  /// Forgets all ends, and takes no more alarms.
  package func close() {
    content.withLock { content in
      content.isClosed = true
      content.ends = [:]
      content.alarm?.task.cancel()
      content.alarm = nil
    }
  }

  private func setAlarm(_ content: inout Content, _ time: Duration) {
    if content.isClosed { return }
    if let alarm = content.alarm {
      if alarm.time <= time { return }
      alarm.task.cancel()
    }
    let sleep = clock.sleep
    // Ends when it has slept, or when this is closed or released.
    let task = Task { [weak self] in
      guard (try? await sleep(time)) != nil else { return }
      self?.ring()
    }
    content.alarm = (task, time)
  }

  private func ring() {
    let now = clock.now()
    let due = content.withLock { content in
      let due = content.ends.filter { $0.value.time <= now }
      for number in due.keys { content.ends[number] = nil }
      content.alarm = nil
      if let next = content.ends.values.map(\.time).min() { setAlarm(&content, next) }
      return due
    }
    for (_, end) in due.sorted(by: { $0.key < $1.key }) { end.body() }
  }
}
