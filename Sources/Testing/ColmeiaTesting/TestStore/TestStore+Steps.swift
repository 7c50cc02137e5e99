import Colmeia
import ColmeiaDebugging

extension TestStore {
  /// Sends an action from outside the feature, as a user or another feature does.
  ///
  /// ```swift
  /// store.send(.load(.pug), effects: [.fetch(.pug)], cancels: [.fetch(.husky)]) { $0.breed = .pug }
  /// ```
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - effects: The effects that start, in order.
  ///   - waits: The effects that are scheduled or queued, in order.
  ///   - cancels: The effects that are cancelled, in any order.
  ///   - outputs: The outputs that the feature sends to its parent, in order.
  ///   - change: A closure that turns the state before the action into the expected state after it. Omit it if the
  ///     state doesn't change.
  @inlinable public mutating func send(
    _ action: R.Action, effects: [R.Effect] = [], waits: [R.Effect] = [], cancels: [R.Effect] = [],
    outputs: [R.Output] = [], fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column, _ change: (inout R.State) -> Void
  ) {
    step(
      .send(action), EffectChanges(effects, waiting: waits, cancelled: cancels), outputs,
      CallSite(fileID: fileID, filePath: filePath, line: line, column: column), change)
  }

  /// Like `send` with a closure, for a step that doesn't change the state.
  @inlinable public mutating func send(
    _ action: R.Action, effects: [R.Effect] = [], waits: [R.Effect] = [], cancels: [R.Effect] = [],
    outputs: [R.Output] = [], fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    step(
      .send(action), EffectChanges(effects, waiting: waits, cancelled: cancels), outputs,
      CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Makes an effect send its last action and end. Most effects answer once.
  ///
  /// Because the effect has ended, it isn't listed in `cancels:` even if its action replaces or cancels it.
  ///
  /// - Parameters:
  ///   - effect: An effect that is running.
  ///   - index: The index among equal running effects, oldest first.
  ///   - action: The action that the effect sends.
  ///   - effects: The effects that start, in order.
  ///   - waits: The effects that are scheduled or queued, in order.
  ///   - cancels: The effects that are cancelled, in any order.
  ///   - outputs: The outputs that the feature sends to its parent, in order.
  ///   - change: A closure that turns the state before the action into the expected state after it. Omit it if the
  ///     state doesn't change.
  @inlinable public mutating func answer(
    _ effect: R.Effect, at index: Int = 0, with action: R.Action, effects: [R.Effect] = [], waits: [R.Effect] = [],
    cancels: [R.Effect] = [], outputs: [R.Output] = [], fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    _ change: (inout R.State) -> Void
  ) {
    step(
      .answer(effect, index, action), EffectChanges(effects, waiting: waits, cancelled: cancels), outputs,
      CallSite(fileID: fileID, filePath: filePath, line: line, column: column), change)
  }

  /// Like `answer` with a closure, for a step that doesn't change the state.
  @inlinable public mutating func answer(
    _ effect: R.Effect, at index: Int = 0, with action: R.Action, effects: [R.Effect] = [], waits: [R.Effect] = [],
    cancels: [R.Effect] = [], outputs: [R.Output] = [], fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    step(
      .answer(effect, index, action), EffectChanges(effects, waiting: waits, cancelled: cancels), outputs,
      CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Makes an effect send an action and continue, as a socket does for each message.
  ///
  /// - Parameters:
  ///   - effect: An effect that is running.
  ///   - index: The index among equal running effects, oldest first.
  ///   - action: The action that the effect sends.
  ///   - effects: The effects that start, in order.
  ///   - waits: The effects that are scheduled or queued, in order.
  ///   - cancels: The effects that are cancelled, in any order.
  ///   - outputs: The outputs that the feature sends to its parent, in order.
  ///   - change: A closure that turns the state before the action into the expected state after it. Omit it if the
  ///     state doesn't change.
  @inlinable public mutating func resolve(
    _ effect: R.Effect, at index: Int = 0, with action: R.Action, effects: [R.Effect] = [], waits: [R.Effect] = [],
    cancels: [R.Effect] = [], outputs: [R.Output] = [], fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    _ change: (inout R.State) -> Void
  ) {
    step(
      .resolve(effect, index, action), EffectChanges(effects, waiting: waits, cancelled: cancels), outputs,
      CallSite(fileID: fileID, filePath: filePath, line: line, column: column), change)
  }

  /// Like `resolve` with a closure, for a step that doesn't change the state.
  @inlinable public mutating func resolve(
    _ effect: R.Effect, at index: Int = 0, with action: R.Action, effects: [R.Effect] = [], waits: [R.Effect] = [],
    cancels: [R.Effect] = [], outputs: [R.Output] = [], fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    step(
      .resolve(effect, index, action), EffectChanges(effects, waiting: waits, cancelled: cancels), outputs,
      CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Makes an effect end without sending an action.
  ///
  /// - Parameters:
  ///   - effect: An effect that is running.
  ///   - index: The index among equal running effects, oldest first.
  ///   - effects: The queued effects that start now.
  @inlinable public mutating func finish(
    _ effect: R.Effect, at index: Int = 0, effects: [R.Effect] = [], fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    step(
      .finish(effect, index), EffectChanges(effects), [],
      CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Advances the time and fires every timer that is due. Timers start effects; they don't change the state.
  ///
  /// A timer may be due before the end of the duration. To check a delay exactly, stop just before it:
  ///
  /// ```swift
  /// store.advance(by: .milliseconds(999))
  /// store.advance(by: .milliseconds(1), effects: [.tick])
  /// ```
  ///
  /// - Parameters:
  ///   - duration: How far to advance; not negative.
  ///   - effects: The effects that start, in order.
  ///   - cancels: The effects that are replaced, and those that are dropped because their id is in use when they are
  ///     due (policy `keep`), in any order.
  /// - Complexity: O(*t* log *n*) if *t* of *n* timers fire.
  @inlinable public mutating func advance(
    by duration: Duration, effects: [R.Effect] = [], cancels: [R.Effect] = [], fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    step(
      .advance(duration), EffectChanges(effects, cancelled: cancels), [],
      CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Takes a step and compares the result. The expected state is made first and shares its storage, so the reducer
  /// changes it in index when it changes the same part.
  @inlinable mutating func step(
    _ input: TestInput<R>, _ expected: EffectChanges<R.Effect>, _ outputs: [R.Output], _ site: CallSite,
    _ change: (inout R.State) -> Void
  ) {
    if bench.isLost { return }
    var state = bench.machine.state
    change(&state)
    apply(input, expected, outputs, site, state, isUnchanged(state, bench.machine.state) ? .emptyClosure : .change)
  }

  /// Takes a step that doesn't change the state.
  @inlinable mutating func step(
    _ input: TestInput<R>, _ expected: EffectChanges<R.Effect>, _ outputs: [R.Output], _ site: CallSite
  ) {
    if bench.isLost { return }
    apply(input, expected, outputs, site, bench.machine.state, .none)
  }

  @inlinable mutating func apply(
    _ input: TestInput<R>, _ expected: EffectChanges<R.Effect>, _ outputs: [R.Output], _ site: CallSite,
    _ state: R.State, _ expectation: StateExpectation
  ) {
    if isFinished { (isFinished, resumedAt) = (false, site.line) }
    guard bench.apply(input, site) else { return }
    if bench.problems.isEmpty, bench.changes.matches(expected), bench.outputs == outputs,
      isUnchanged(state, bench.machine.state), expectation != .emptyClosure
    {
      return
    }
    report(input, expected, outputs, site, state, expectation)
  }

  @usableFromInline mutating func report(
    _ input: TestInput<R>, _ expected: EffectChanges<R.Effect>, _ outputs: [R.Output], _ site: CallSite,
    _ state: R.State, _ expectation: StateExpectation
  ) {
    let (text, actual) = (input.text, bench.changes)
    let difference =
      !isUnchanged(state, bench.machine.state)
      ? TestText.state(after: text, state, bench.machine.state, expectsNoChange: expectation != .change)
      : expectation == .emptyClosure
        ? "\(text): the closure changes nothing, and neither does the step. Omit the closure." : nil
    bench.fail(
      [
        difference, TestText.effects(.starts, of: text, expected.started, actual.started),
        TestText.ignored(of: text, expected.started.without(actual.started), actual.ignored),
        bench.waits(of: expected.started.without(actual.started)),
        TestText.effects(.putsOff, of: text, expected.waiting, actual.waiting),
        TestText.effects(.cancels, of: text, expected.cancelled, actual.cancelled),
        TestText.effects(.outputs, of: text, outputs, bench.outputs),
      ], of: input, site)
  }
}

/// What a step expects of the state.
@usableFromInline enum StateExpectation: Sendable {
  /// It stays the same. The step has no closure.
  case none
  /// It stays the same, because the step's closure changes nothing.
  case emptyClosure
  case change
}
