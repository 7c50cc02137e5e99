/// Closures that are called after a timeout, unless they are removed before. They share a few tasks that sleep
/// (``Alarms``).
///
/// A separate sleep for each would be simpler, but the runtime keeps a cancelled sleep until its deadline: on Linux,
/// this takes 740 bytes for each request of the last half minute.
package final class Deadlines: Sendable {
  private struct Content: ~Copyable {
    var number = 0
    var ends: [Int: (time: Duration, body: @Sendable () -> Void)] = [:]
    var alarms = Alarms()
    var isClosed = false
  }

  private let content = Guarded(Content())
  private let clock: StoreClock

  package init(_ clock: any Clock<Duration>) { self.clock = StoreClock(clock) }

  deinit { close() }

  /// Calls `end` after a timeout, unless ``remove(_:)`` or ``close()`` is called before. A timeout of more than a
  /// century ends after a century.
  ///
  /// - Returns: The number to pass to ``remove(_:)``.
  /// - Complexity: O(1).
  package func add(after duration: Duration, _ end: @escaping @Sendable () -> Void) -> Int {
    let time = clock.deadline(after: duration)
    return content.withLock { content in
      content.number += 1
      if content.isClosed { return content.number }
      content.ends[content.number] = (time, end)
      setAlarm(&content, time)
      return content.number
    }
  }

  /// Removes a closure, so that it isn't called, unless its time has come and it is about to be called.
  package func remove(_ number: Int) { content.withLock { _ = $0.ends.removeValue(forKey: number) } }

  /// Removes all closures, and ignores those that are added from then on.
  package func close() {
    content.withLock { content in
      content.isClosed = true
      content.ends = [:]
      content.alarms.cancelAll()
    }
  }

  private func setAlarm(_ content: inout Content, _ time: Duration) {
    // The alarm must not keep this object alive.
    content.alarms.set(for: time, clock, nil) { [weak self] in self?.ring($0) }
  }

  private func ring(_ alarm: Duration) {
    let now = clock.now()
    let due = content.withLock { content in
      let due = content.ends.filter { $0.value.time <= now }
      for number in due.keys { content.ends[number] = nil }
      content.alarms.remove(alarm)
      if content.isClosed { return due }
      if let next = content.ends.values.map(\.time).min() { setAlarm(&content, next) }
      return due
    }
    for (_, end) in due.sorted(by: { $0.key < $1.key }) { end.body() }
  }
}
