import Colmeia

extension Explorer {
  /// The user may do this.
  ///
  /// List simple and harmless actions first: shrinking prefers them.
  ///
  /// - Parameters:
  ///   - action: What the user does.
  ///   - weight: How often, compared with the other actions.
  public mutating func action(_ action: R.Action, weight: Int = 1) {
    add(Text.of(action), weight, .fixed(action))
  }

  /// The user may do this while the state allows it.
  ///
  /// - Parameters:
  ///   - action: What the user does.
  ///   - weight: How often, compared with the other actions.
  ///   - isPossible: Whether the state allows it.
  public mutating func action(
    _ action: R.Action, weight: Int = 1, when isPossible: @escaping @Sendable (R.State) -> Bool
  ) {
    add(Text.of(action), weight, .when(action, isPossible))
  }

  /// The user may do what `make` makes of the state and of random choices; `nil` when there is nothing to
  /// be done.
  ///
  /// - Parameters:
  ///   - name: What it is called where actions are counted.
  ///   - weight: How often, compared with the other actions.
  ///   - make: Makes the action; `nil` when there is none in this state.
  public mutating func action(
    _ name: String, weight: Int = 1, _ make: @escaping @Sendable (R.State, inout Choices) -> R.Action?
  ) {
    add(name, weight, .generated(make))
  }

  /// Something may happen at the server that this feature has not asked for, such as what another user does.
  ///
  /// ```swift
  /// explorer.elsewhere("somebody else buys one") { server in
  ///   guard server.stock > 0 else { return false }
  ///   server.stock -= 1
  ///   return true
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - name: what it is called in stories and where actions are counted.
  ///   - weight: how often, compared with the actions.
  ///   - change: changes the server; `false` when there is nothing to be done.
  public mutating func elsewhere(
    _ name: String, weight: Int = 1, _ change: @escaping @Sendable (inout Server) -> Bool
  ) {
    add(name, weight, .elsewhere { server, _ in change(&server) })
  }

  /// How each effect may turn out. The first outcome of an effect is the usual one: what is still running
  /// at the end turns out like that. An effect without outcomes ends without an action.
  public mutating func outcomes(_ outcomes: @escaping @Sendable (R.Effect) -> [Outcome<R.Action, Server>]) {
    outcomesOf = .ofEffect(outcomes)
  }

  /// How each effect may turn out, as things are at the server when the effect reaches it.
  ///
  /// Effects reach the server in any order, cancelled ones too, and are answered then or later. The first outcome is
  /// the usual one, see above.
  public mutating func outcomes(
    _ outcomes: @escaping @Sendable (R.Effect, Server) -> [Outcome<R.Action, Server>]
  ) {
    outcomesOf = .ofServer(outcomes)
  }

  private mutating func add(_ name: String, _ weight: Int, _ maker: P.Maker) {
    sources.append(.init(name: name, weight: max(1, weight), maker: maker))
  }
}
