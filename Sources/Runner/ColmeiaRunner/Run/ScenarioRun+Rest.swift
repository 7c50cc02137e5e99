import ColmeiaBase
import ColmeiaWorld

/// The clock, and waiting until the app is at rest.
extension ScenarioRun {
  /// Advances the clock. What doesn't come to rest at one step, such as a request that gets no response, is noted, and
  /// the further steps don't wait for it.
  func advance(by duration: Duration) async throws {
    network.tape.replay?.hold(true)
    defer { network.tape.replay?.hold(false) }
    var (ignored, isNoted) = (Unrest(), false)
    try await time.advance(by: duration) {
      guard let more = try await rest(ignoring: ignored) else { return }
      ignored = more
      if isNoted { return }
      isNoted = true
      let problem =
        more.isBusy
        ? "an effect was still busy after \(PendingWork.seconds(busyPatience))"
        : "the app wasn't at rest after \(PendingWork.seconds(restPatience))"
      let (position, calls) = progress.withLock { ($0.position, $0.calls) }
      emit(.note(source.located(position, "advance: \(problem), and the clock moves on", calls)))
      for line in pendingLines() + network.openRequests { emit(.note(line)) }
    }
  }

  var restPatience: Duration { min(.seconds(5), patience) }
  /// How long effects may be busy.
  private var busyPatience: Duration { restPatience * 12 }

  /// What keeps an app from being at rest. All zero if it is at rest.
  private struct Unrest {
    /// Whether an effect is busy or about to wake. The numbers aren't known then.
    var isBusy = false
    var requests = 0
    var effects = 0
    var alarms = 0

    func isCovered(by other: Self) -> Bool {
      if isBusy { return other.isBusy }
      return requests <= other.requests && effects <= other.effects && alarms <= other.alarms
    }

    /// Returns what an earlier call of `rest` has returned, and this. The numbers are the latest known ones.
    func adding(to earlier: Self) -> Self {
      var sum = isBusy ? earlier : self
      sum.isBusy = isBusy || earlier.isBusy
      return sum
    }
  }

  /// Waits until no effect is busy, every effect is asleep or has ended, every alarm that should sleep does so, and no
  /// sleeper is past its deadline. A long-lived effect may also wait for something else. If another one does, this
  /// returns after five seconds what isn't at rest. The seconds in which effects are busy or about to wake don't count,
  /// because the machine may be busy; but after a minute, this returns even if they still are.
  ///
  /// - Parameter ignored: What an earlier call has returned.
  private func rest(ignoring ignored: Unrest) async throws -> Unrest? {
    var (limit, patience) = (Patience(busyPatience), Patience(restPatience))
    while true {
      let rings = bells.map(\.rings)
      try checkInterruption()
      let unrest = unrest
      // The values were read one after another, so they are consistent only if nothing has happened meanwhile.
      if bells.map(\.rings) != rings { continue }
      if unrest.isCovered(by: ignored) { return nil }
      if unrest.isBusy { patience = Patience(restPatience) }
      if patience.isOver() || limit.isOver() { return unrest.adding(to: ignored) }
      await waitForAnything(after: rings, until: patience.turnEnd)
    }
  }

  /// What keeps the app from being at rest. The values are not read atomically.
  ///
  /// - Complexity: O(*n*), where *n* is the number of stores.
  private var unrest: Unrest {
    if !time.executor.isIdle || time.sleepers.isLate { return Unrest(isBusy: true) }
    // Requests and streams that a replay delays until this advance has ended.
    let waiting = network.tape.replay?.waitingNow ?? (requests: 0, streams: 0)
    let activities = progress.withLock { Array($0.sessions.values) }.map(\.activity)
    // Read after the activities of the stores: an alarm that has fired since is missing here, and one that was set
    // since has rung a bell.
    let sleepers = time.sleepers
    var unrest = Unrest()
    unrest.requests = max(network.inFlight - waiting.requests - waiting.streams, 0)
    unrest.effects = max(activities.map(\.running).reduce(0, +) - sleepers.effects - waiting.requests, 0)
    unrest.alarms = max(activities.count(where: \.waitsForTime) - sleepers.alarms, 0)
    return unrest
  }

  /// During a replay, decides about requests that may have been cancelled at another time than in the recording, whenever
  /// a statement waits and nothing else happens.
  func judgeReplay() async {
    guard let replay = network.tape.replay else { return }
    let bells = bells + [checks]
    while !Task.isCancelled {
      let rings = bells.map(\.rings)
      if replay.mayJudge, let waiting = progress.withLock({ $0.waiting }), waiting.rings == bell.rings,
        unrest.isCovered(by: Unrest())
      {
        let latest = time.now.advanced(by: real.now.duration(to: waiting.latest))
        let isStalled = time.nextDeadline.map { $0 > latest } ?? true
        if bells.map(\.rings) == rings { replay.judge(isStalled: isStalled) }
      }
      await waitForAnything(bells, after: rings, until: real.now.advanced(by: .seconds(86_400)))
    }
  }

  /// Waits as long as a statement may take, or until the run is interrupted.
  @Sendable func waitForTimeout() async {
    var patience = Patience(scenario.timeout)
    while true {
      let rings = bell.rings
      if isInterrupted { return }
      if await !patience.wait(for: bell, after: rings) { return }
    }
  }

  /// The bells that ring when something happens.
  var bells: [Bell] { [bell, time.bell] + (network.tape.replay.map { [$0.bell] } ?? []) }

  /// Waits until one of several bells rings, by default of those that ring when something happens.
  func waitForAnything(
    _ others: [Bell]? = nil, after rings: [UInt64], until deadline: ContinuousClock.Instant
  ) async {
    await withTaskGroup(of: Void.self) { group in
      for (bell, rings) in zip(others ?? bells, rings) {
        group.addTask { _ = await bell.wait(after: rings, until: deadline, self.real) }
      }
      await group.next()
      group.cancelAll()
    }
  }
}
