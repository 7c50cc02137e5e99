import Colmeia

extension Explorer {
  /// Must hold in the initial state and after every action.
  ///
  /// - Parameters:
  ///   - name: The rule's name in reports.
  ///   - holds: The rule.
  public mutating func always(_ name: String, _ holds: @escaping @Sendable (R.State) -> Bool) {
    invariants.ofState.append(.init(name: name, holds: holds))
  }

  /// Must hold after every step, also of what is around the feature: effects, timers, the server.
  public mutating func always(
    _ name: String, _ holds: @escaping @Sendable (R.State, ExplorerContext<R.Effect, Server>) -> Bool
  ) {
    invariants.ofWorld.append(.init(name: name, holds: holds))
  }

  /// Must hold for every action: `(the state before, the action, the state after)`.
  ///
  /// - Parameters:
  ///   - name: The rule's name in reports.
  ///   - holds: The rule.
  public mutating func everyStep(
    _ name: String, _ holds: @escaping @Sendable (R.State, R.Action, R.State) -> Bool
  ) {
    stepInvariants.append(.init(name: name, holds: holds))
  }

  /// Must hold at the end, when everything has been answered and no timer waits.
  ///
  /// - Parameters:
  ///   - name: The rule's name in reports.
  ///   - holds: The rule.
  public mutating func eventually(_ name: String, _ holds: @escaping @Sendable (R.State) -> Bool) {
    goals.ofState.append(.init(name: name, holds: holds))
  }

  /// Must hold at the end, also of what is around the feature.
  public mutating func eventually(
    _ name: String, _ holds: @escaping @Sendable (R.State, ExplorerContext<R.Effect, Server>) -> Bool
  ) {
    goals.ofWorld.append(.init(name: name, holds: holds))
  }

  /// Must be seen at least once among all runs; if not, the exploration has not reached what it was meant
  /// to try, and is not quiet.
  public mutating func sometimes(_ name: String, _ holds: @escaping @Sendable (R.State) -> Bool) {
    sights.ofState.append(.init(name: name, holds: holds))
  }

  /// Must be seen at least once among all runs, also of what is around the feature.
  public mutating func sometimes(
    _ name: String, _ holds: @escaping @Sendable (R.State, ExplorerContext<R.Effect, Server>) -> Bool
  ) {
    sights.ofWorld.append(.init(name: name, holds: holds))
  }

  /// Whenever `cause` holds, `effect` must hold then or later.
  ///
  /// ```swift
  /// explorer.leadsTo("a load comes to an end", within: .seconds(5), from: \.isLoading) { !$0.isLoading }
  /// ```
  ///
  /// - Parameters:
  ///   - name: The rule's name in reports.
  ///   - limit: How much later; `nil` is at the end at the latest. Only waiting for timers takes time.
  ///   - cause: The condition that starts the wait.
  ///   - effect: The condition that ends it.
  public mutating func leadsTo(
    _ name: String, within limit: Duration? = nil, from cause: @escaping @Sendable (R.State) -> Bool,
    to effect: @escaping @Sendable (R.State) -> Bool
  ) {
    consequences.append(.init(name: name, limit: limit, cause: cause, effect: effect))
  }

  /// A naive reference model, kept in the server: it hears of every action that is reduced, and of the state before it.
  /// An `always` says that it and the feature agree.
  ///
  /// ```swift
  /// explorer.reference { model, _, action in if case .add = action { model.count += 1 } }
  /// explorer.always("the count is right") { state, world in state.rows.count == world.server.count }
  /// ```
  public mutating func reference(_ hear: @escaping @Sendable (inout Server, R.State, R.Action) -> Void) {
    reference = hear
  }
}
