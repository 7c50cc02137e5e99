import Colmeia
import ColmeiaSync

/// The clock, and the moments in which nothing goes on.
extension ScenarioRun {
  /// Moves the clock, from one sleeper to the next, and lets each do what it does before the next one's time comes.
  func advance(by duration: Duration) async throws {
    time.freeze()
    network.tape.replay?.hold(true)
    defer {
      time.thaw()
      network.tape.replay?.hold(false)
    }
    let target = time.now.advanced(by: duration)
    try await rest()
    while let next = time.nextDeadline, next <= target {
      time.skip(to: next)
      try await rest()
    }
    time.skip(to: target)
    try await rest()
  }

  /// Waits until every effect is asleep or over, every alarm that should sleep does, and no sleeper is late; for a while at
  /// most, because an effect may wait for something else.
  private func rest() async throws {
    let deadline = real.now.advanced(by: .seconds(5))
    while true {
      let rings = bells.map(\.rings)
      try checkInterruption()
      let isAtRest = isAtRest
      // What was looked at in turn belongs together only if nothing has happened meanwhile.
      if bells.map(\.rings) != rings { continue }
      if isAtRest { return }
      if real.now >= deadline { return }
      await waitForAnything(after: rings, until: deadline)
    }
  }

  /// Whether nothing goes on, as far as can be seen without a moment in which all stands still.
  private var isAtRest: Bool {
    let activities = progress.withLock { Array($0.sessions.values) }.map(\.activity)
    // Behind the stores' books: an alarm that has woken since is missed here, and one that was set since has rung.
    let sleepers = time.sleepers
    // What comes later in a recording waits for this to end.
    let waiting = network.tape.replay?.waitingNow ?? (requests: 0, streams: 0)
    return !sleepers.isLate && network.inFlight <= waiting.requests + waiting.streams
      && activities.map(\.running).reduce(0, +) <= sleepers.effects + waiting.requests
      && sleepers.alarms >= activities.count(where: \.waitsForTime)
  }

  /// Waits as long as a statement may take, unless the user wants an end.
  @Sendable func bePatient() async {
    let deadline = real.now.advanced(by: scenario.timeout)
    while !Task.isCancelled {
      let rings = bell.rings
      if isInterrupted { return }
      if await !bell.wait(after: rings, until: deadline, real) { return }
    }
  }

  /// What rings when something happens.
  private var bells: [Bell] { [bell, time.bell] + (network.tape.replay.map { [$0.bell] } ?? []) }

  private func waitForAnything(after rings: [UInt64], until deadline: ContinuousClock.Instant) async {
    await withTaskGroup(of: Void.self) { group in
      for (bell, rings) in zip(bells, rings) {
        group.addTask { _ = await bell.wait(after: rings, until: deadline, self.real) }
      }
      await group.next()
      group.cancelAll()
    }
  }
}
