/// Tasks that sleep until something is due.
///
/// None is cancelled for an earlier one, as a cancelled sleep may keep its memory until its time; the earlier one is added.
/// From the fifth on an alarm comes in half the time of the one before at the latest, even if it wakes for nothing, so
/// that there are never many. Nor is one cancelled with what it was set for.
@usableFromInline package struct Alarms: ~Copyable {
  /// The earliest last.
  var alarms: [(task: Task<Void, Never>, deadline: Duration)] = []

  @usableFromInline package init() {}

  /// Sees to it that `ring` is called at the deadline, and maybe earlier, too. It is given the deadline that is to be removed then.
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
    let task = Task(executorPreference: executor) { [deadline] in
      if (try? await clock.sleep(deadline)) != nil { ring(deadline) }
    }
    alarms.append((task, deadline))
  }

  /// Forgets the alarm that has rung.
  @usableFromInline package mutating func remove(_ deadline: Duration) { alarms.removeAll { $0.deadline == deadline } }

  @usableFromInline package mutating func cancelAll() {
    for alarm in alarms { alarm.task.cancel() }
    alarms = []
  }
}
