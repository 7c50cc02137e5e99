import Synchronization

extension Engine {
  /// The place of the state, which stays the same: the machine has memory of its own.
  @inlinable var root: UnsafeRawPointer { UnsafeRawPointer(value) }

  /// Calls with the state's place while nobody reduces; `body` calls nothing of others.
  @inlinable func readRoot(_ body: (UnsafeRawPointer) -> Void) {
    read(as: Holder.step) { body(root) }
    leave(budget: 0)
  }

  /// A subscription that the drainer puts in its place, behind what has arrived before.
  @inlinable func attach(_ end: (@Sendable () -> Void)?, _ place: @escaping PlaceSubscription) -> Subscription {
    let subscription = Subscription { [self] subscription in
      enqueue(.control { $0.subscribers.pointee.remove(subscription) })
    }
    enqueue(
      .control { engine in
        if subscription.isCancelled { return }
        if engine.stopRequested.load(ordering: .relaxed) {
          subscription.end()
          return end?() ?? ()
        }
        let group = place(engine.subscribers, engine.root, subscription)
        if !engine.own.pointee.hasNews {
          engine.withRoot { group.notify($0, engine.stopRequested) }
        } else if group.outer != nil {
          engine.subscribers.pointee.joined.append(group)
        }
      })
    return subscription
  }
}

extension Store {
  /// Where subscriptions to the store's state are made.
  @inlinable public var source: StateSource<R.State> {
    let access: StoreAccess = (
      { [engine] in engine.attach($0, $1) }, { [self] in engine.readRoot($0) },
      { [self] body in engine.withState { _ in body(engine.root) } },
      { [engine] in engine.enqueue(.control { $0.isSettled.store(true, ordering: .relaxed) }) }
    )
    return StateSource(access, nil, StatePlace(0), [])
  }
}
