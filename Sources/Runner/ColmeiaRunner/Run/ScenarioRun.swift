import ColmeiaBase
import ColmeiaCassette
import ColmeiaHTTP
import ColmeiaScenario
import ColmeiaSecrets
import ColmeiaWorld

/// The run of one scenario in its own world.
final class ScenarioRun<App: RunnableApp>: Sendable {
  typealias Session = StoreSession<App.Root>

  /// The mutable state of a run.
  struct Progress: Sendable {
    var variables = Variables()
    var sessions: [String: Session] = [:]
    var answer: HTTPResponse?
    /// The cookies of the requests of each store.
    var cookies: [String: CookieList] = [:]
    var result: ScenarioResult
    /// The indices of the violated invariants. Each violation is reported once.
    var violated: Set<Int> = []
    /// The indices of the invariants that have been checked, because their premises held.
    var checked: Set<Int> = []
    /// The position of the statement that is carried out.
    var position = 0
    /// The time until which a statement waits for a condition, and the ring count of the bell at which it didn't hold.
    var waiting: (rings: UInt64, latest: ContinuousClock.Instant)?
    /// The positions of the calls whose procedures are carried out, outermost first.
    var calls: [Int] = []
    /// Whether a statement was abandoned, because the app's code doesn't return. The app must not be used anymore.
    var isStuck = false
    /// Whether the run has reached its cleanup, which an interruption doesn't stop.
    var isCleaningUp = false
  }

  let app: App
  let source: SourceText
  let scenario: Scenario
  /// Receives all events, with secrets masked.
  let emit: @Sendable (RunEvent) -> Void
  let progress: Guarded<Progress>
  let bell = Bell()
  /// Rings when a statement that waits has found that its condition doesn't hold.
  let checks = Bell()
  let time: ScenarioClock.Time
  /// The date at the start, in seconds since 1970.
  let startDate: Int
  let network: ScenarioNetwork
  /// Masks secrets in all output.
  let masker: SharedMasker
  let real = ContinuousClock()
  let interruption: Interruption
  let given: GivenWorld
  /// The time that a statement gets beyond its limit before it is abandoned. Statements end by themselves; on a busy
  /// machine, that can take seconds.
  let patience: Duration

  init(
    _ app: App, _ source: SourceText, _ scenario: Scenario,
    _ interruption: Interruption, tape: NetworkTape = .none, given: GivenWorld = GivenWorld(),
    patience: Duration = .seconds(20),
    _ emit: @escaping @Sendable (RunEvent) -> Void
  ) {
    self.app = app
    self.given = given
    self.patience = patience
    self.interruption = interruption
    self.source = source
    self.scenario = scenario
    let masker = SharedMasker(source.masker)
    self.masker = masker
    self.emit = { emit($0.masked(by: masker.current)) }
    time = ScenarioClock.Time(real)
    startDate = scenario.date ?? tape.date ?? WallClock.now()
    network = ScenarioNetwork(
      seed: scenario.seed, clock: ScenarioClock(time, for: .effect), bell: bell, tape: tape, masker: masker,
      log: given.exchanges, title: scenario.title)
    progress = Guarded(
      Progress(
        result: ScenarioResult(
          file: source.name, title: masker(scenario.title), line: source.line(of: scenario.range.lowerBound))))
  }

  /// Whether the run must stop.
  var isInterrupted: Bool { interruption.isOn && !progress.withLock { $0.isCleaningUp } }

  func checkInterruption() throws { if isInterrupted { throw Interrupted() } }

  /// Runs the scenario. The cleanup runs even after an interruption.
  func run() async -> ScenarioResult {
    let start = real.now
    interruption.register(bell)
    interruption.register(time.bell)
    defer {
      interruption.forget(bell)
      interruption.forget(time.bell)
    }
    let line = source.line(of: scenario.range.lowerBound)
    emit(.began(file: source.name, line: line, title: source.masker(scenario.title)))
    var (mismatches, cancelled): ([ReplayMismatch], Int) = ([], 0)
    do {
      try await inWorld { world in
        network.tape.replay?.holdUnknown()
        async let _: Void = judgeReplay()
        // What the app requests while it is shut down is not compared.
        defer {
          network.tape.replay?.refuseHeld()
          mismatches = network.tape.replay?.mismatches ?? []
          cancelled = progress.withLock { $0.sessions.values.map { $0.effects(nil, .cancelled).count } }.reduce(0, +)
        }
        try defineVariables(origin: world.origin)
        learnStatements()
        for name in stores { try await bounded(Self.makingPatience) { try await self.open(name, world) } }
        await carryOut(world)
      }
    } catch is Interrupted {
      progress.withLock { $0.result.ending = .interrupted }
    } catch let failure as StatementFailure {
      fail(.broken, failure.range ?? title, failure.message, failure.details)
    } catch {
      fail(.broken, title, "\(error)")
    }
    reportReplay(mismatches, cancelled)
    reportUnused()
    return progress.withLock { progress in
      // The sessions retain this run.
      progress.sessions = [:]
      progress.result.duration = start.duration(to: real.now)
      return progress.result.masked(by: masker.current)
    }
  }

  /// The names of the stores. A single store has an empty name.
  var stores: [String] { scenario.stores.isEmpty ? [""] : scenario.stores }

  private func inWorld(_ body: (any RunnableWorld<App.Root>) async throws -> Void) async throws {
    let folder = try await KeptFolder()
    do { try await inWorld(folder.path, body) } catch {
      await folder.remove()
      throw error
    }
    await folder.remove()
  }

  private func inWorld(
    _ folder: String, _ body: (any RunnableWorld<App.Root>) async throws -> Void
  ) async throws {
    let parts = WorldParts(
      time, date: startDate, seed: scenario.seed, folder: folder,
      network: network, given: given)
    let world = try await makeWorld(parts)
    do {
      try await body(world)
    } catch {
      await close(world)
      throw error
    }
    await close(world)
  }

  /// Creates the world, unless the user interrupts the run meanwhile.
  private func makeWorld(_ parts: WorldParts) async throws -> any RunnableWorld<App.Root> {
    let app = app
    let made = try await Bounded(interruption).run(within: Self.makingPatience, grace: Self.grace) {
      try await app.makeWorld(parts)
    }
    if let made { return made }
    if interruption.isOn {
      progress.withLock { $0.result.ending = .interrupted }
      throw Interrupted()
    }
    throw StatementFailure(message: "the world was not created within \(PendingWork.seconds(Self.makingPatience))")
  }

  /// The location for failures that concern the whole scenario.
  var title: Range<Int> { scenario.range.lowerBound..<scenario.range.lowerBound }

  private func carryOut(_ world: any RunnableWorld<App.Root>) async {
    var isGoingOn = true
    for step in scenario.steps where isGoingOn {
      if !step.title.isEmpty { emit(.step(source.masker(step.title), line: source.line(of: step.range.lowerBound))) }
      isGoingOn = await carryOut(step.statements, world)
    }
    progress.withLock { progress in
      if interruption.isOn { progress.result.ending = .interrupted }
      progress.isCleaningUp = true
    }
    _ = await carryOut(scenario.cleanup, world, isCleanup: true)
  }

  /// Runs statements until one fails. In the cleanup, all statements run.
  private func carryOut(
    _ statements: [Statement], _ world: any RunnableWorld<App.Root>, isCleanup: Bool = false
  ) async -> Bool {
    var passed = true
    for statement in statements where passed || isCleanup {
      if isInterrupted || progress.withLock({ $0.isStuck }) { return false }
      progress.withLock { $0.position = statement.range.lowerBound }
      let location = location(of: statement)
      emit(.statement(line: location.line, included: location.included, text: source.text(statement.range)))
      do {
        if case .call(let call) = statement.kind {
          if try await !carryOut(call, at: statement.range.lowerBound, world, isCleanup) { passed = false }
        } else {
          try await bounded(limit(of: statement)) { try await self.carryOut(statement, world) }
        }
      } catch let failure as StatementFailure {
        passed = statement.isSoft && failure.outcome == .failed
        fail(failure.outcome, statement.range, failure.message, failure.details)
      } catch let failure as EvaluationFailure {
        passed = false
        fail(.failed, statement.range, failure.message)
      } catch is Interrupted {
        passed = false
        noteInterruption(of: statement)
      } catch {
        passed = false
        fail(.broken, statement.range, "\(error)")
      }
      if reportProblems(at: statement.range) { passed = false }
      if !isCleanup, !progress.withLock({ $0.violated.isEmpty }) { passed = false }
    }
    return passed
  }

  /// Carries out the statements of a procedure, in which the arguments are variables.
  private func carryOut(
    _ call: ProcedureCall, at offset: Int, _ world: any RunnableWorld<App.Root>, _ isCleanup: Bool
  ) async throws -> Bool {
    let outer = progress.withLock { $0.variables }
    let values = try call.arguments.map { try outer.resolved($0) }
    try progress.withLock { progress in
      progress.calls.append(offset)
      for (name, value) in zip(call.procedure.parameters, values) { try progress.variables.set(name, value) }
    }
    let passed = await carryOut(call.procedure.statements, world, isCleanup: isCleanup)
    try progress.withLock { progress in
      progress.calls.removeLast()
      for name in call.procedure.parameters { try progress.variables.set(name, outer[name] ?? .null) }
    }
    return passed
  }

  /// Returns the line of a statement in the scenario's file, and where it is if that is in an included one. Then the line
  /// is that of the call.
  private func location(of statement: Statement) -> (line: Int, included: String?) {
    let position = statement.range.lowerBound
    guard source.isIncluded(position), let call = progress.withLock({ $0.calls.last { !source.isIncluded($0) } }) else {
      return (source.line(of: position), nil)
    }
    return (source.line(of: call), source.location(of: position))
  }

  private func noteInterruption(of statement: Statement) {
    let location = location(of: statement)
    let line = RunEvent.location(location.line, location.included)
    emit(.note("interrupted in line \(line): \(source.text(statement.range))"))
    if progress.withLock({ $0.isStuck }) { return }
    for line in pendingLines() { emit(.note(line)) }
  }

  /// Runs a part of the scenario. If the app's code doesn't return, the part is abandoned, and the app with it.
  ///
  /// - Parameter limit: The time after which the part ends by itself.
  private func bounded(_ limit: Duration, _ part: @escaping @Sendable () async throws -> Void) async throws {
    let isCleaningUp = progress.withLock { $0.isCleaningUp }
    let bounded = Bounded(isCleaningUp ? nil : interruption, on: Bounded.threads)
    let limit = limit + patience
    let isOver = try await bounded.run(within: limit, grace: Self.grace * 8) {
      try await part()
      return true
    }
    if isOver == true { return }
    progress.withLock { $0.isStuck = true }
    if isInterrupted { throw Interrupted() }
    throw StatementFailure(
      outcome: .broken,
      message:
        "no end after \(PendingWork.seconds(limit)): a reducer, a handler's work(for:), a screen, a fact or makeDevice doesn't return",
      details: ["code that blocks or takes long belongs in .async, with a suspension before it"])
  }

  /// The time after which a statement ends by itself.
  private func limit(of statement: Statement) -> Duration {
    switch statement.kind {
    case .await(_, let limit), .settle(_, let limit): limit ?? scenario.timeout
    // A replay waits until the timeout.
    case .request(let request):
      max(request.limit ?? .zero, scenario.timeout) + (request.retry == nil ? .zero : Self.makingPatience)
    case .dispatch, .expect, .capture, .fault, .call: scenario.timeout
    case .advance, .restart: Self.makingPatience
    }
  }

  /// Reports the problems that the stores have found since the last statement. Returns whether there are any.
  private func reportProblems(at range: Range<Int>) -> Bool {
    let sessions = progress.withLock { $0.sessions.sorted { $0.key < $1.key }.map(\.value) }
    let problems = sessions.flatMap { $0.takeProblems() }
    for problem in problems { fail(.failed, range, problem) }
    return !problems.isEmpty
  }

  /// Reports the differences between the replay and the recording.
  ///
  /// - Parameters:
  ///   - found: The differences that were found before the app was shut down.
  ///   - cancelled: The number of effects that were cancelled before.
  private func reportReplay(_ found: [ReplayMismatch], _ cancelled: Int) {
    guard let replay = network.tape.replay else { return }
    let isPassed = progress.withLock { $0.result.outcome == .passed }
    let mismatches = (found + (isPassed ? [] : replay.surplus)).map { "\($0)" }
    if let first = mismatches.first {
      let others = mismatches.dropFirst().prefix(20)
      fail(.broken, title, first, others + (mismatches.count > 21 ? ["and \(mismatches.count - 21) more"] : []))
    } else if isPassed {
      for name in replay.unused(afterCancelling: cancelled) {
        reportUnused("unused in the cassette: \(name)", at: title.lowerBound)
      }
    }
  }

  /// Reports what has had no effect: faults, because their patterns may be mistyped, invariants that were never checked,
  /// and a scenario that does nothing.
  private func reportUnused() {
    if scenario.steps.allSatisfy(\.statements.isEmpty) {
      reportUnused("the scenario has no statements", at: title.lowerBound)
    }
    let isPassed = progress.withLock { $0.result.outcome == .passed }
    for unused in network.unusedFaults(isOver: isPassed) {
      let reason = unused.hider.map { ", because an older one applied instead: \($0)" } ?? ""
      reportUnused(
        "the fault '\(unused.fault)' affected no request\(reason)", at: unused.location.position, unused.location.calls)
    }
    let checked = progress.withLock { $0.checked }
    for (index, invariant) in scenario.invariants.enumerated() where isPassed && !checked.contains(index) {
      let reason = invariant.premise == nil ? "nothing has happened" : "the condition before 'implies' never held"
      reportUnused("'\(invariant.title)' was never checked: \(reason)", at: invariant.range.lowerBound)
    }
  }

  /// Notes what has had no effect, or, if the run is strict, fails. What `before` does may have an effect in another
  /// scenario of the file.
  ///
  /// - Parameter calls: The positions of the calls through which it was carried out, outermost first.
  private func reportUnused(_ text: String, at position: Int, _ calls: [Int] = []) {
    if (calls.first ?? position) < scenario.range.lowerBound {
      return progress.withLock { $0.result.unusedBefore[position] = text }
    }
    if given.isStrict { return fail(.failed, position..<position, text, calls: calls) }
    emit(.note(source.located(position, text, calls)))
  }

  /// Records a failure.
  ///
  /// - Parameter calls: The positions of the calls through which it came, outermost first; by default, of those that are
  ///   being carried out.
  func fail(
    _ outcome: ScenarioResult.Outcome, _ range: Range<Int>, _ message: String, _ details: [String] = [],
    calls: [Int]? = nil
  ) {
    let location = source.location(of: range.lowerBound)
    let details = details + source.origins(of: range.lowerBound, calls ?? progress.withLock { $0.calls })
    progress.withLock {
      // After an interruption, the cleanup may find a state that the scenario has not been able to reach.
      let outcome = $0.result.ending == .interrupted ? .interrupted : outcome
      $0.result.failures.append(
        ScenarioResult.Failure(outcome: outcome, location: location, message: message, details: details))
    }
    emit(.failure(location: location, message: message, details: details))
  }
}

/// A request that had no answer in time.
struct NoAnswer: Error, CustomStringConvertible { var description: String }

/// A statement that failed.
struct StatementFailure: Error, CustomStringConvertible {
  var outcome = ScenarioResult.Outcome.failed
  var message: String
  var details: [String] = []
  /// The range in the text, if it isn't that of the statement.
  var range: Range<Int>?
  var description: String { message }
}
