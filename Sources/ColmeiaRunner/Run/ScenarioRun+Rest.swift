import Colmeia
import ColmeiaSync

/// The clock, and waiting until the app is at rest.
extension ScenarioRun {
  /// Advances the clock.
  func advance(by duration: Duration) async throws {
    network.tape.replay?.hold(true)
    defer { network.tape.replay?.hold(false) }
    try await time.advance(by: duration) { try await rest() }
  }

  /// Waits until no effect is busy, every effect is asleep or has ended, every alarm that should sleep does so, and no
  /// sleeper is past its deadline. A long-lived effect may also wait for something else. If another one does, this
  /// returns after five seconds. The seconds in which effects are busy don't count, because the machine may be; but
  /// after a minute, this returns even if one never ends.
  private func rest() async throws {
    let limit = real.now.advanced(by: .seconds(60))
    var deadline = real.now.advanced(by: .seconds(5))
    while true {
      let rings = bells.map(\.rings)
      try checkInterruption()
      let isAtRest = isAtRest
      // The values were read one after another, so they are consistent only if nothing has happened meanwhile.
      if bells.map(\.rings) != rings { continue }
      if isAtRest { return }
      let now = real.now
      if !time.executor.isIdle { deadline = min(limit, now.advanced(by: .seconds(5))) }
      if now >= deadline { return }
      await waitForAnything(after: rings, until: deadline)
    }
  }

  /// Whether the app appears to be at rest. The values are not read atomically.
  private var isAtRest: Bool {
    // Most calls end here, in constant time: an effect is busy, or is about to wake.
    if !time.executor.isIdle || time.sleepers.isLate { return false }
    // Requests and streams that a replay delays until this advance has ended.
    let waiting = network.tape.replay?.waitingNow ?? (requests: 0, streams: 0)
    if network.inFlight > waiting.requests + waiting.streams { return false }
    let sessions = progress.withLock { Array($0.sessions.values) }
    let most = sessions.map(\.mostRunning).reduce(0, +)
    if most <= time.sleepers.effects + waiting.requests { return true }
    let activities = sessions.map(\.activity)
    // Read after the activities of the stores: an alarm that has fired since is missing here, and one that was set
    // since has rung a bell.
    let sleepers = time.sleepers
    return activities.map(\.running).reduce(0, +) <= sleepers.effects + waiting.requests
      && sleepers.alarms >= activities.count(where: \.waitsForTime)
  }

  /// Waits as long as a statement may take, or until the run is interrupted.
  @Sendable func waitForTimeout() async {
    let deadline = real.now.advanced(by: scenario.timeout)
    while !Task.isCancelled {
      let rings = bell.rings
      if isInterrupted { return }
      if await !bell.wait(after: rings, until: deadline, real) { return }
    }
  }

  /// The bells that ring when something happens.
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
