import Colmeia

extension TestStore {
  /// Sends an action from outside, as a user or another feature does.
  ///
  /// ```swift
  /// store.send(.load(.pug), effects: [.fetch(.pug)], cancels: [.fetch(.husky)]) { $0.breed = .pug }
  /// ```
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - effects: The effects that start, in order.
  ///   - waits: The effects that are put off, in order.
  ///   - cancels: The effects that are cancelled, in any order.
  ///   - tells: What the feature tells its parent, in order.
  ///   - change: Makes the state before the action the state after it.
  @inlinable public mutating func send(
    _ action: R.Action, effects: [R.Effect] = [], waits: [R.Effect] = [], cancels: [R.Effect] = [],
    tells: [R.Output] = [], fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column, _ change: (inout R.State) -> Void = { _ in }
  ) {
    step(
      .send(action), EffectChanges(effects, waiting: waits, cancelled: cancels), tells,
      CallSite(fileID: fileID, filePath: filePath, line: line, column: column), change)
  }

  /// Lets an effect send its last action and end. Most effects answer once.
  ///
  /// The effect is over, so it is not among `cancels:` if its action replaces or cancels it.
  ///
  /// - Parameters:
  ///   - effect: An effect that runs.
  ///   - index: Which of several equal ones, the oldest first.
  ///   - action: The effect's action.
  ///   - effects: The effects that start, in order.
  ///   - waits: The effects that are put off, in order.
  ///   - cancels: The effects that are cancelled, in any order.
  ///   - tells: What the feature tells its parent, in order.
  ///   - change: Makes the state before the action the state after it.
  @inlinable public mutating func answer(
    _ effect: R.Effect, at index: Int = 0, with action: R.Action, effects: [R.Effect] = [], waits: [R.Effect] = [],
    cancels: [R.Effect] = [], tells: [R.Output] = [], fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    _ change: (inout R.State) -> Void = { _ in }
  ) {
    step(
      .answer(effect, index, action), EffectChanges(effects, waiting: waits, cancelled: cancels), tells,
      CallSite(fileID: fileID, filePath: filePath, line: line, column: column), change)
  }

  /// Lets an effect send an action and go on, as a socket does with a message.
  ///
  /// - Parameters:
  ///   - effect: An effect that runs.
  ///   - index: Which of several equal ones, the oldest first.
  ///   - action: The effect's action.
  ///   - effects: The effects that start, in order.
  ///   - waits: The effects that are put off, in order.
  ///   - cancels: The effects that are cancelled, in any order.
  ///   - tells: What the feature tells its parent, in order.
  ///   - change: Makes the state before the action the state after it.
  @inlinable public mutating func resolve(
    _ effect: R.Effect, at index: Int = 0, with action: R.Action, effects: [R.Effect] = [], waits: [R.Effect] = [],
    cancels: [R.Effect] = [], tells: [R.Output] = [], fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    _ change: (inout R.State) -> Void = { _ in }
  ) {
    step(
      .resolve(effect, index, action), EffectChanges(effects, waiting: waits, cancelled: cancels), tells,
      CallSite(fileID: fileID, filePath: filePath, line: line, column: column), change)
  }

  /// Lets an effect end without an action.
  ///
  /// - Parameters:
  ///   - effect: an effect that runs.
  ///   - index: which of several equal ones, the oldest first.
  ///   - effects: the effects that were queued behind it and start now.
  @inlinable public mutating func finish(
    _ effect: R.Effect, at index: Int = 0, effects: [R.Effect] = [], fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    step(
      .finish(effect, index), EffectChanges(effects), [],
      CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    ) { _ in }
  }

  /// Moves the clock through every timer that is due on the way. Timers start effects; they do not change the
  /// state.
  ///
  /// - Parameters:
  ///   - duration: how far, not below zero.
  ///   - effects: the effects whose time comes, in order.
  ///   - cancels: the effects that are replaced by those, and those that are given up because their id is in use
  ///     when their time comes (`keep`), in any order.
  /// - Complexity: O(*t* log *n*) for *t* of *n* timers that fire.
  @inlinable public mutating func advance(
    by duration: Duration, effects: [R.Effect] = [], cancels: [R.Effect] = [], fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    step(
      .advance(duration), EffectChanges(effects, cancelled: cancels), [],
      CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    ) { _ in }
  }

  /// The expected state is made first: when the reducer changes the same part of it, it does so in place.
  @inlinable mutating func step(
    _ input: TestInput<R>, _ expected: EffectChanges<R.Effect>, _ told: [R.Output], _ site: CallSite,
    _ change: (inout R.State) -> Void
  ) {
    if bench.isLost { return }
    var state = bench.machine.state
    change(&state)
    let expectsNoChange = state == bench.machine.state
    isFinished = false
    guard bench.take(input, site) else { return }
    if bench.problems.isEmpty, bench.changes.matches(expected), bench.told == told, state == bench.machine.state {
      return
    }
    report(input, expected, told, site, state, expectsNoChange)
  }

  @usableFromInline mutating func report(
    _ input: TestInput<R>, _ expected: EffectChanges<R.Effect>, _ told: [R.Output], _ site: CallSite,
    _ state: R.State, _ expectsNoChange: Bool
  ) {
    let (text, actual) = (input.text, bench.changes)
    let difference =
      state == bench.machine.state
      ? nil : TestText.state(after: text, state, bench.machine.state, expectsNoChange: expectsNoChange)
    bench.fail(
      [
        difference, TestText.effects(.starts, of: text, expected.started, actual.started),
        TestText.effects(.putsOff, of: text, expected.waiting, actual.waiting),
        TestText.effects(.cancels, of: text, expected.cancelled, actual.cancelled),
        TestText.effects(.tells, of: text, told, bench.told),
      ], of: input, site)
  }
}
