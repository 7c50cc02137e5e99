/// Tasks that sleep until a deadline.
///
/// An alarm isn't cancelled in favor of an earlier one, because a cancelled sleep may keep its memory until its
/// deadline; the earlier alarm is added instead. From the fifth alarm on, a new alarm rings after at most half the time
/// until the earliest one, even if there is nothing to do then, so that there are never many alarms. An alarm isn't
/// cancelled either when its timer is.
@usableFromInline package struct Alarms: ~Copyable, Sendable {
  /// The alarms, the earliest one last.
  var alarms: [(task: Task<Void, Never>, deadline: Duration)] = []

  @usableFromInline package init() {}

  /// Ensures that `ring` is called at the deadline, and possibly also earlier. Its argument is the deadline to remove.
  @usableFromInline package mutating func set(
    for deadline: Duration, _ clock: StoreClock, _ executor: (any TaskExecutor)?,
    ring: @escaping @Sendable (Duration) -> Void
  ) {
    var deadline = deadline
    if let earliest = alarms.last {
      if earliest.deadline <= deadline { return }
      let now = clock.now()
      if alarms.count > 3 { deadline = min(deadline, now + (earliest.deadline - now) / 2) }
    }
    let task = runDetached(executor) { [deadline] in
      if (try? await clock.sleep(deadline)) != nil { ring(deadline) }
    }
    alarms.append((task, deadline))
  }

  /// Removes the alarm that has rung.
  @usableFromInline package mutating func remove(_ deadline: Duration) { alarms.removeAll { $0.deadline == deadline } }

  @usableFromInline package mutating func cancelAll() {
    for alarm in alarms { alarm.task.cancel() }
    alarms = []
  }
}
