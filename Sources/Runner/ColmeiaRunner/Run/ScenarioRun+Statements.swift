import Colmeia
import ColmeiaJSON
import ColmeiaScenario
import ColmeiaWorld

extension ScenarioRun {
  func carryOut(_ statement: Statement, _ world: any RunnableWorld<App.Root>) async throws {
    let session = try session(statement.store)
    // The clock runs only while a statement waits. Otherwise, how fast the machine is would decide which timers fire
    // between two statements.
    time.freeze()
    switch statement.kind {
    case .dispatch(let action):
      session.send([try decoded(action, learns: true)])
      try await reduced([session])
    case .await(let condition, let limit):
      try await wait(for: condition, within: limit ?? scenario.timeout, session, world)
      // What the awaited event has started must not depend on how fast the machine is.
      try await reduced(progress.withLock { Array($0.sessions.values) })
    case .expect(let condition): try await expect(condition, session)
    case .capture(let name, let isSecret, let query, let filters):
      try await capture(name, isSecret, query, filters, session)
    case .fault(let fault):
      network.add(fault, .init(statement.range.lowerBound, calls: progress.withLock { $0.calls }))
    case .advance(let duration): try await advance(by: duration)
    case .settle(let ignoringTimers, let limit):
      try await settle(ignoringTimers: ignoringTimers, within: limit ?? scenario.timeout, world)
    case .request(let request):
      try await send(request, statement.store ?? stores[0], session, world)
    case .restart: try await time.flowing { try await restart(session, world) }
    case .call: break  // its statements are carried out one by one
    }
    try await checkInvariantsAtRest(session)
  }

  func session(_ name: String?) throws -> Session {
    if let session = progress.withLock({ $0.sessions[name ?? stores[0]] }) { return session }
    throw StatementFailure(outcome: .broken, message: "the store '\(name ?? "")' has not been opened")
  }

  /// Opens the app on a device.
  func open(_ name: String, _ world: any RunnableWorld<App.Root>) async throws {
    let device = try await time.flowing { try await world.makeDevice(name) }
    // What the app's first actions cause is also delivered only while a statement waits.
    time.freeze()
    let session = Session(name, device, time, bell) { [self] lines, action, queried, state in
      if !lines.isEmpty { emit(.store(name, lines)) }
      check(state, queried, after: action)
    }
    progress.withLock { $0.sessions[name] = session }
    do { try await reduced([session]) } catch is Interrupted {}  // an interruption is handled by the statements
  }

  private func restart(_ session: Session, _ world: any RunnableWorld<App.Root>) async throws {
    if let lines = await stubborn(session) {
      throw StatementFailure(outcome: .broken, message: Self.stubbornMessage, details: lines)
    }
    try await open(session.name, world)
  }

  /// - Parameter learns: Whether text that the action's types declare as secret is masked from now on.
  func decoded(_ action: ActionText, learns: Bool) throws -> App.Root.Action {
    let json = try action.json(progress.withLock { $0.variables })
    do throws(JSONError) {
      let action = try json.decode(App.Root.Action.self, .strict)
      if learns { for secret in SecureText.all(in: json, as: action) { hide(.string(secret)) } }
      return action
    } catch {
      let path = error.path.steps.isEmpty ? "" : "\(error.path): "
      throw StatementFailure(message: "'\(action.name)' does not accept this payload: \(path)\(error.message)")
    }
  }

  /// Waits until all sent actions have been reduced, including immediate answers of effects, and until no effect is
  /// busy: each has ended or waits for something. Otherwise, how fast the machine is would decide what the next
  /// statement sees. The clock doesn't run meanwhile, and the network delivers nothing.
  private func reduced(_ sessions: [Session]) async throws {
    var patience = Patience(scenario.timeout)
    var isReduced = false
    while true {
      let rings = bells.map(\.rings)
      let hasReducedAll = sessions.allSatisfy(\.hasReducedAll)
      if !isReduced, hasReducedAll {
        isReduced = true
        patience.shorten(to: restPatience)
      }
      let isOver = isReduced && hasReducedAll && time.executor.isIdle
      if isOver, bells.map(\.rings) == rings { return }
      try checkInterruption()
      if patience.isOver() { break }
      if !isOver { await waitForAnything(after: rings, until: patience.turnEnd) }
    }
    if isReduced { return }  // an effect that is busy for so long may be endless
    throw StatementFailure(
      message: "not reduced within \(PendingWork.seconds(scenario.timeout))", details: pendingLines())
  }

  /// Waits until a condition holds. The condition is checked whenever something has happened, never only because time
  /// has passed.
  ///
  /// - Parameter isFutile: Returns whether nothing more is going to happen. If so, this waits for a second in which
  ///   nothing happens.
  /// - Returns: `false` if the condition did not hold within `limit`.
  private func waited(
    within limit: Duration, isFutile: () -> Bool = { false }, until isSo: () async -> Bool
  ) async throws -> Bool {
    var patience = Patience(limit)
    defer { progress.withLock { $0.waiting = nil } }
    while true {
      let rings = bell.rings
      if await isSo() { return true }
      try checkInterruption()
      progress.withLock { [patience] in $0.waiting = (rings, real.now.advanced(by: patience.left)) }
      checks.ring()
      let limit: Duration? = isFutile() ? .seconds(1) : nil
      if await !time.flowing({ await patience.wait(for: bell, after: rings, atMost: limit) }) { return false }
    }
  }

  private static var awaitHint: String { "what they wait for arrives only during await, settle or advance" }

  private func expect(_ condition: Condition, _ session: Session) async throws {
    guard let lines = await verdict(condition, session).reasons else { return }
    let pending = hasPending(ignoringTimers: true) ? pendingLines() + [Self.awaitHint] : []
    throw StatementFailure(
      message: "expected: \(source.text(condition.range))",
      details: lines + missingLines(condition.query, session) + pending + failedRequestLines())
  }

  /// Waits for a condition, or until an invariant is violated, a replay has gone astray, the world has failed, or
  /// nothing can make the condition hold anymore.
  private func wait(
    for condition: Condition, within limit: Duration, _ session: Session, _ world: any RunnableWorld<App.Root>
  ) async throws {
    var hasFailed = false
    var isFutile = false
    func isFutileNow() -> Bool {
      isFutile = isSettled(condition.query)
      return isFutile
    }
    let latest = real.now.advanced(by: limit)
    let isOver = try await waited(within: limit, isFutile: isFutileNow) {
      if await verdict(condition, session, isShown: false).holds { return true }
      hasFailed = await world.failure != nil
      // What cleans up waits as usual.
      return hasFailed || progress.withLock { !$0.violated.isEmpty && !$0.isCleaningUp } || isAstray
    }
    guard !isOver || isAstray || hasFailed, let lines = await verdict(condition, session).reasons else { return }
    let reason =
      hasFailed
      ? "impossible, because the world has failed"
      : isAstray
        ? "impossible, because the replay differs"
        : isFutile && real.now < latest
          ? "impossible, because nothing is pending" : "not within \(PendingWork.seconds(limit))"
    throw StatementFailure(
      message: "\(reason): \(source.text(condition.range))",
      details: lines + missingLines(condition.query, session) + lastActionLines() + pendingLines()
        + failedRequestLines())
  }

  /// Whether nothing more is going to happen that could change the result of a query.
  private func isSettled(_ query: Query) -> Bool {
    switch query {
    case .clock, .fact: return false
    case .http: if network.isBusy || time.nextDeadline != nil { return false }
    case .state, .screen, .answer, .effects, .actions, .variable: break
    }
    return isAtRest
  }

  private var isAtRest: Bool { progress.withLock { $0.sessions }.values.allSatisfy(\.isAtRest) }

  /// Lines with the last actions of each store, which may tell why nothing else happened.
  private func lastActionLines() -> [String] {
    let (sessions, masker) = (progress.withLock { $0.sessions }, masker.current)
    return stores.compactMap { sessions[$0] }.flatMap { session -> [String] in
      let actions = session.history.actions.suffix(3)
      if actions.isEmpty { return [] }
      let texts = actions.map { "  " + masker($0.text).short }
      return ["last actions\(session.name.isEmpty ? "" : " of \(session.name)"):"] + texts
    }
  }

  /// Whether the app has asked a replay for what wasn't recorded.
  private var isAstray: Bool { network.tape.replay?.mismatches.isEmpty == false }

  /// Waits until no work is pending.
  private func settle(
    ignoringTimers: Bool, within limit: Duration, _ world: any RunnableWorld<App.Root>
  ) async throws {
    var hasFailed = false
    let isOver = try await waited(within: limit) {
      // The stores are read one after another, so the result is consistent only if nothing has happened meanwhile.
      let rings = bell.rings
      if !hasPending(ignoringTimers: ignoringTimers), bell.rings == rings { return true }
      hasFailed = await world.failure != nil
      return hasFailed
    }
    if isOver, !hasFailed { return }
    throw StatementFailure(
      message: hasFailed
        ? "not settled, because the world has failed" : "not settled within \(PendingWork.seconds(limit))",
      details: pendingLines() + failedRequestLines())
  }

  func hasPending(ignoringTimers: Bool) -> Bool {
    progress.withLock { $0.sessions }.values.contains { $0.hasPending(ignoringTimers: ignoringTimers) }
  }

  private func failedRequestLines() -> [String] {
    let lines = network.failedRequests
    return lines.isEmpty ? [] : ["requests that failed:"] + lines.map { "  \($0)" }
  }

  func pendingLines() -> [String] {
    let sessions = progress.withLock { $0.sessions }
    let pending = stores.compactMap { sessions[$0] }.flatMap(\.pending)
    if pending.isEmpty {
      return ["nothing is pending" + (isAtRest ? "" : ", except long-lived effects or the window of a throttle")]
    }
    return ["pending:"] + pending.prefix(20).map { "  " + $0.line(at: time.now.offset) }
      + (pending.count > 20 ? ["  and \(pending.count - 20) more"] : [])
  }
}
