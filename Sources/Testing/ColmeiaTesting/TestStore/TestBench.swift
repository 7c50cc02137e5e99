import Colmeia

/// The shell around a machine that both test stores share. It takes a step, performs the machine's requests, and
/// records what happened. The stores compare that record with the expectation.
@usableFromInline struct TestBench<R: Reducer>: ~Copyable, Sendable {
  @usableFromInline var machine: Machine<R>
  @usableFromInline var timers = Timers()
  @usableFromInline var now = Duration.zero
  @usableFromInline var running = RunningEffects<R.Effect>()
  /// The effects that the step started, delayed, cancelled or ignored.
  @usableFromInline var changes = EffectChanges<R.Effect>()
  /// The outputs that the step sent to the feature's parent.
  @usableFromInline var outputs: [R.Output] = []
  /// The programming errors in the reducer that the machine has reported in this step.
  @usableFromInline var problems: [String] = []
  /// The undeclared children, each of which is reported once.
  @usableFromInline var undeclared: [StoreProblem] = []
  @usableFromInline var embeddings = ChildEmbeddings()
  @usableFromInline var answers: AnswerCheck
  /// Whether a step couldn't be taken. Later steps aren't checked.
  @usableFromInline var isLost = false
  /// The number of the newest effect that ran before the step.
  @usableFromInline var newest: UInt64 = 0

  let sink: FailureSink
  var failures: [TestFailure] = []

  init(_ state: R.State, _ reducer: R, _ sink: FailureSink, _ site: CallSite) {
    machine = Machine(state, reducer)
    let children = embeddedChildren(of: reducer)
    (embeddings, answers) = (ChildEmbeddings(children), AnswerCheck(children))
    machine.waitLog = []
    machine.outputs = []
    self.sink = sink
    carryOutRequests(site)
  }

  /// Takes a step. Returns whether it could be taken, and its result can be compared with the expectation.
  @inlinable mutating func apply(_ input: TestInput<R>, _ site: CallSite) -> Bool {
    changes.removeAll()
    if embeddings.mayDiffer, let action = input.action { problems += embeddings.problems(withAction: action) }
    if answers.isNeeded { checkAnswer(input) }
    if !outputs.isEmpty { outputs = [] }
    newest = running.entries.last?.id.number ?? 0
    switch input {
    case .send(let action):
      machine.send(action)
    case .resolve(let effect, let skipped, let action):
      guard let index = running.index(of: effect, skipping: skipped) else { return lose(input, site) }
      machine.resolve(running.entries[index].id, action)
    case .answer(let effect, let skipped, let action):
      guard let index = running.index(of: effect, skipping: skipped) else { return lose(input, site) }
      let id = running.entries[index].id
      running.remove(at: index)
      machine.answer(id, action)
    case .finish(let effect, let skipped):
      guard let index = running.index(of: effect, skipping: skipped) else { return lose(input, site) }
      let id = running.entries[index].id
      running.remove(at: index)
      machine.finish(id)
    case .advance(let duration):
      return advance(duration, input, site)
    }
    carryOutRequests(site)
    return true
  }

  @usableFromInline mutating func checkAnswer(_ input: TestInput<R>) {
    guard let action = input.action else { return }
    answers.record(action)
    guard let effect = input.effect?.value, let problem = answers.problem(with: action, of: effect) else { return }
    problems.append("\(input.text): \(problem)")
  }

  @inlinable mutating func advance(_ duration: Duration, _ input: TestInput<R>, _ site: CallSite) -> Bool {
    guard duration >= .zero else { return refuse(input, site) }
    let end = now + duration
    while let timer = timers.popNext(upTo: end) {
      now = timer.deadline
      machine.fire(timer.id)
      carryOutRequests(site)
    }
    now = end
    return true
  }

  /// Carries out the machine's requests. Cancelled effects stop immediately.
  @inlinable mutating func carryOutRequests(_ site: CallSite) {
    var index = 0
    while index < machine.requests.count {
      switch machine.requests[index] {
      case .start(let id, let effect):
        if embeddings.mayDiffer { problems += embeddings.problems(withEffect: effect) }
        running.append(id, effect, line: site.line)
        changes.started.append(effect)
      case .cancel(let id):
        if let index = running.index(of: id) {
          changes.cancelled.append(running.entries[index].effect)
          running.remove(at: index)
        }
        machine.finish(id)
      case .startTimer(let id, let duration): timers.schedule(id, at: now + max(duration, .zero))
      case .cancelTimer(let id): timers.cancel(id)
      case .report(let problem) where undeclared.contains(problem): break
      case .report(let problem):
        if case .undeclaredChild = problem { undeclared.append(problem) }
        problems.append(problem.description)
      }
      index += 1
    }
    if index > 0 { machine.requests.removeAll(keepingCapacity: true) }
    if machine.waitLog?.isEmpty == false { recordWaits() }
    if machine.outputs?.isEmpty == false { recordOutputs() }
  }

  /// Records the starts that were delayed or ignored. A start that was delayed and began in the same step counts as
  /// never having waited.
  @usableFromInline mutating func recordWaits() {
    let log = machine.waitLog ?? []
    machine.waitLog = []
    var dropped: Set<RequestID> = []
    for case .dropped(let id, let effect) in log {
      dropped.insert(id)
      changes.cancelled.append(effect)
    }
    for case .waits(let id, let effect) in log where machine.isWaiting(id) || dropped.contains(id) {
      changes.waiting.append(effect)
    }
    for case .ignored(let effect) in log { changes.ignored.append(effect) }
  }

  /// Records the outputs of the root feature. It has already reduced those of its children.
  @usableFromInline mutating func recordOutputs() {
    outputs += machine.outputs?.filter(\.scope.isRoot).compactMap { $0.output.value as? R.Output } ?? []
    machine.outputs = []
  }

  mutating func fail(_ message: String, _ site: CallSite) {
    failures.append(TestFailure(message: message, line: site.line, fileID: site.fileID))
    sink.report(message, site)
  }
}
