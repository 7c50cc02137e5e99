import Colmeia

extension Explorer {
  /// Adds a rule that must hold in the initial state and after every action.
  ///
  /// - Parameters:
  ///   - name: The rule's name in reports.
  ///   - holds: Returns whether the rule holds.
  public mutating func always(_ name: String, _ holds: @escaping @Sendable (R.State) -> Bool) {
    invariants.ofState.append(.init(name: name, holds: holds))
  }

  /// Adds a rule that must hold after every step and may refer to the feature's context: its effects, timers and
  /// server.
  ///
  /// - Parameters:
  ///   - name: The rule's name in reports.
  ///   - holds: Returns whether the rule holds.
  public mutating func always(
    _ name: String, _ holds: @escaping @Sendable (R.State, ExplorerContext<R.Effect, Server>) -> Bool
  ) {
    invariants.ofWorld.append(.init(name: name, holds: holds))
  }

  /// Adds a rule about every action and its effect on the state.
  ///
  /// - Parameters:
  ///   - name: The rule's name in reports.
  ///   - holds: Returns whether the rule holds for the state before the action, the action, and the state after it.
  public mutating func everyStep(
    _ name: String, _ holds: @escaping @Sendable (R.State, R.Action, R.State) -> Bool
  ) {
    stepInvariants.append(.init(name: name, holds: holds))
  }

  /// Adds a rule that must hold at the end, when all effects have been answered and no timer is pending.
  ///
  /// - Parameters:
  ///   - name: The rule's name in reports.
  ///   - holds: Returns whether the rule holds.
  public mutating func eventually(_ name: String, _ holds: @escaping @Sendable (R.State) -> Bool) {
    goals.ofState.append(.init(name: name, holds: holds))
  }

  /// Adds a rule that must hold at the end and may refer to the feature's context: its effects, timers and server.
  ///
  /// - Parameters:
  ///   - name: The rule's name in reports.
  ///   - holds: Returns whether the rule holds.
  public mutating func eventually(
    _ name: String, _ holds: @escaping @Sendable (R.State, ExplorerContext<R.Effect, Server>) -> Bool
  ) {
    goals.ofWorld.append(.init(name: name, holds: holds))
  }

  /// Adds a predicate that must hold at least once in all runs together. Otherwise the exploration hasn't reached what
  /// it was meant to test, and doesn't pass.
  ///
  /// - Parameters:
  ///   - name: The predicate's name in reports.
  ///   - holds: Returns whether the predicate holds.
  public mutating func sometimes(_ name: String, _ holds: @escaping @Sendable (R.State) -> Bool) {
    sometimesRules.ofState.append(.init(name: name, holds: holds))
  }

  /// Adds a predicate that must hold at least once in all runs together and may refer to the feature's context.
  ///
  /// - Parameters:
  ///   - name: The predicate's name in reports.
  ///   - holds: Returns whether the predicate holds.
  public mutating func sometimes(
    _ name: String, _ holds: @escaping @Sendable (R.State, ExplorerContext<R.Effect, Server>) -> Bool
  ) {
    sometimesRules.ofWorld.append(.init(name: name, holds: holds))
  }

  /// Adds a rule that `effect` must hold when `cause` holds, or later.
  ///
  /// ```swift
  /// explorer.leadsTo("a load comes to an end", within: .seconds(5), from: \.isLoading) { !$0.isLoading }
  /// ```
  ///
  /// - Parameters:
  ///   - name: The rule's name in reports.
  ///   - limit: The maximum duration between `cause` and `effect`, or `nil` if `effect` must hold at the end at the
  ///     latest. Time passes only between timers.
  ///   - cause: Returns whether the cause holds.
  ///   - effect: Returns whether the effect holds.
  public mutating func leadsTo(
    _ name: String, within limit: Duration? = nil, from cause: @escaping @Sendable (R.State) -> Bool,
    to effect: @escaping @Sendable (R.State) -> Bool
  ) {
    consequences.append(.init(name: name, limit: limit, cause: cause, effect: effect))
  }

  /// Sets the function that updates a simple reference model, which is stored in the server. It is called for every
  /// action that is reduced. Add an `always` rule that compares the model with the feature.
  ///
  /// ```swift
  /// explorer.reference { model, _, action in if case .add = action { model.count += 1 } }
  /// explorer.always("the count is right") { state, world in state.rows.count == world.server.count }
  /// ```
  ///
  /// - Parameter update: Updates the model, given the state before the action and the action.
  public mutating func reference(_ update: @escaping @Sendable (inout Server, R.State, R.Action) -> Void) {
    reference = update
  }
}
