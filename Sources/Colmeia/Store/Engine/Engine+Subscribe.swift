import ColmeiaObservers
import Synchronization

extension Engine {
  /// Returns a subscription, and lets the drainer add it to its observers after all earlier entries.
  @inlinable func attach(_ end: (@Sendable () -> Void)?, _ join: @escaping JoinObservers) -> Subscription {
    let subscription = Subscription { [self] subscription in enqueue(.control { $0.detach(subscription) }) }
    enqueue(
      .control { engine in
        if subscription.isCancelled { return }
        if engine.stopRequested.load(ordering: .relaxed) {
          subscription.end()
          return end?() ?? ()
        }
        let observers = join(engine.observers, engine.root, subscription)
        let isAsked = engine.drainer.pointee.hasNews && observers.outer == nil
        if !isAsked { engine.observers.pointee.joined.append(observers) }
        if !engine.drainer.pointee.hasNews {
          engine.withRoot { engine.observers.pointee.notifyJoined($0, engine.stopRequested) }
        }
      })
    return subscription
  }

  @usableFromInline func detach(_ subscription: Subscription) {
    guard let (group, number) = subscription.place else { return }
    subscription.place = nil
    callOut { if group.remove(number) { group.leave(observers) } }
  }
}

extension Store {
  /// The source of subscriptions to the store's state.
  @inlinable public var source: StateSource<R.State> {
    let access = StoreAccess(
      attach: { [engine] in engine.attach($0, $1) },
      // These capture only the address for the engine, so that it isn't retained.
      read: { [engine] body in engine.peek { [root = engine.root] in body(root) } },
      // Keeps the store alive as long as its source.
      lend: { [self] body in engine.withState { [root = engine.root] _ in body(root) } },
      prepareToWait: { [engine] in engine.enqueue(.control { $0.mayBeWaitedFor.store(true, ordering: .relaxed) }) })
    return StateSource(access)
  }
}
