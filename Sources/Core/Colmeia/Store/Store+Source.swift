extension Store {
  /// The source of subscriptions to the store's state.
  @inlinable public var source: StateSource<R.State> {
    StateSource(
      path: [], frontEnd: engine.frontEnd,
      read: { [engine] body in engine.read { body(&$0.machine.value) } },
      join: { [engine] subscription, request in
        engine.enter(
          .control { core in
            if subscription.isCancelled { return }
            if core.machine.isShutDown { return core.errands += request.add(nil).1.end().map { .call($0) } }
            let check = core.observers.add(request)
            // Others aren't asked because of a new subscription.
            if !core.hasNews, let delivery = check(&core.machine.value) { core.deliveries.append(delivery) }
          })
      },
      makeSubscription: { [engine] in
        Subscription { [weak engine] number in
          engine?.enter(.control { $0.errands += $0.observers.remove(number).map { .release($0) } })
        }
      })
  }

  /// Calls `receive` with whether an effect runs, waits or is queued under an id, and again whenever that has changed.
  @discardableResult package func subscribe(
    toRunning id: EffectID, receive: @escaping @Sendable (Bool) -> Void
  ) -> Subscription {
    let subscription = source.makeSubscription()
    engine.enter(
      .control { core in
        core.observers.add(running: id, ObservedValue<Bool>.Subscriber(subscription, receive, nil))
        core.hasNews = true
      })
    return subscription
  }

  /// Holds the requests of effects, timers and cancellations back while reducing goes on, or performs what was held back.
  package func hold(_ isHeld: Bool) { engine.enter(.control { $0.isHeld = isHeld }) }

  /// Replaces the state of a store that is stopped or held.
  package func replaceState(_ state: R.State) {
    engine.enter(
      .control { core in
        precondition(core.isHeld || core.machine.isShutDown, "hold or stop the store before its state is replaced")
        core.machine.replace(state)
        core.hasNews = true
      })
  }
}
