import Colmeia

extension Explorer {
  /// Adds an action that the user may take at any time.
  ///
  /// List simple and harmless actions first, because shrinking prefers them.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - weight: How often the action is taken, relative to the others.
  public mutating func action(_ action: R.Action, weight: Int = 1) {
    add(Text.watched(action), weight, .fixed(action))
  }

  /// Adds an action that the user may take if the state allows it.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - weight: How often the action is taken, relative to the others.
  ///   - isPossible: Returns whether the state allows the action.
  public mutating func action(
    _ action: R.Action, weight: Int = 1, when isPossible: @escaping @Sendable (R.State) -> Bool
  ) {
    add(Text.watched(action), weight, .when(action, isPossible))
  }

  /// Adds an action that is generated from the state and from random choices.
  ///
  /// - Parameters:
  ///   - name: The action's name in coverage counts.
  ///   - weight: How often the action is taken, relative to the others.
  ///   - make: Returns the action, or `nil` if there is none in this state.
  public mutating func action(
    _ name: String, weight: Int = 1, _ make: @escaping @Sendable (R.State, inout Choices) -> R.Action?
  ) {
    add(name, weight, .generated(make))
  }

  /// Adds an event at the server that the feature hasn't requested, such as an action of another user.
  ///
  /// ```swift
  /// explorer.elsewhere("another customer buys one") { server in
  ///   guard server.stock > 0 else { return false }
  ///   server.stock -= 1
  ///   return true
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - name: The event's name in stories and coverage counts.
  ///   - weight: How often the event happens, relative to the actions.
  ///   - change: Changes the server. Returns `false` if the event can't happen.
  public mutating func elsewhere(
    _ name: String, weight: Int = 1, _ change: @escaping @Sendable (inout Server) -> Bool
  ) {
    add(name, weight, .elsewhere { server, _ in change(&server) })
  }

  /// Adds an event in which the server sends an action through a running effect, such as a message to a subscription.
  ///
  /// ```swift
  /// explorer.push("a message arrives") { effect, server in
  ///   guard case .listen(let room) = effect, let message = server.queues[room]?.popFirst() else { return nil }
  ///   return .received(message)
  /// }
  /// ```
  ///
  /// The effect has the outcome `.never`, or `.resolve` with the actions that it sends first. It receives others after
  /// those, in order, until it is cancelled. If the closure returns an action for several effects, one is selected.
  ///
  /// When a run is brought to rest, the event happens as long as it is possible, so that nothing remains undelivered. An
  /// event that is always possible must be declared as endless, or the run doesn't come to rest.
  ///
  /// - Parameters:
  ///   - name: The event's name in stories and coverage counts.
  ///   - weight: How often the event happens, relative to the actions.
  ///   - isEndless: Whether the event may happen without end. Then it doesn't happen when a run is brought to rest.
  ///   - make: Returns the action that the effect sends, or `nil` if there is none, and changes the server. It is also
  ///     called with a copy of the server to find out whether the event is possible.
  public mutating func push(
    _ name: String, weight: Int = 1, isEndless: Bool = false,
    _ make: @escaping @Sendable (R.Effect, inout Server) -> R.Action?
  ) {
    add(name, weight, .push(make, isEndless: isEndless))
  }

  /// Declares the possible outcomes of each effect. The first outcome of an effect is the usual one: effects that are
  /// still running at the end have this outcome. An effect without outcomes ends without an action. A second call
  /// replaces the first.
  ///
  /// - Parameter outcomes: Returns the outcomes of an effect.
  public mutating func outcomes(_ outcomes: @escaping @Sendable (R.Effect) -> [Outcome<R.Action, Server>]) {
    outcomesOf = .ofEffect(outcomes)
  }

  /// Declares the possible outcomes of each effect, which depend on the state of the server when the effect reaches it.
  ///
  /// Effects, including cancelled ones, reach the server in any order, and are answered at that moment or later. The
  /// first outcome of an effect is the usual one: effects that are still running at the end have this outcome. A second
  /// call replaces the first.
  ///
  /// - Parameter outcomes: Returns the outcomes of an effect.
  public mutating func outcomes(
    _ outcomes: @escaping @Sendable (R.Effect, Server) -> [Outcome<R.Action, Server>]
  ) {
    outcomesOf = .ofServer(outcomes)
  }

  private mutating func add(_ name: String, _ weight: Int, _ maker: P.Maker) {
    sources.append(.init(name: name, weight: max(1, weight), maker: maker))
  }
}
