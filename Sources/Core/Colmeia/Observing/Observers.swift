import Synchronization

/// Calls subscribers, outside of every lock, until the store is stopped.
@usableFromInline package typealias Delivery = @Sendable (_ isStopped: borrowing Atomic<Bool>) -> Void

/// Compares a part of the state with its last value. Returns what subscribers have to be told, or `nil`. A function, not a
/// method of a class, because functions are specialized where they are created.
@usableFromInline package typealias Check<State> = (_ state: inout State) -> Delivery?

// Not inside of the generic type, whose metadata would then be looked up for each access.
private struct Observer {
  let path: [AnyKeyPath & Sendable]
  let subscribers: any SubscriberList
}

/// An observer of what runs.
private struct RunningObserver {
  let id: EffectID
  let values: ObservedValue<Bool>
}

/// The observers of a store's state. Those of one path share a comparison.
@usableFromInline struct Observers<State: Sendable> {
  private var all: [Observer] = []
  /// The checks of the observers, in the same order.
  @usableFromInline var checks: [Check<State>] = []
  private var running: [RunningObserver] = []
  @usableFromInline var isEmpty = true

  @usableFromInline init() {}

  @inlinable func collect(_ state: inout State, _ deliveries: inout [Delivery]) {
    for index in checks.indices { if let delivery = checks[index](&state) { deliveries.append(delivery) } }
  }

  @usableFromInline var observesRunning: Bool { !running.isEmpty }

  @usableFromInline func collectRunning(_ isRunning: (EffectID) -> Bool, _ deliveries: inout [Delivery]) {
    for observer in running {
      if let delivery = observer.values.check(isRunning(observer.id)) { deliveries.append(delivery) }
    }
  }

  /// Adds a subscription. Returns the check that finds its first value.
  @usableFromInline mutating func add(_ join: Join<State>) -> Check<State> {
    let known =
      join.path.isEmpty
      ? nil : all.firstIndex { $0.path == join.path && join.accepts($0.subscribers) }
    let (check, subscribers) = join.add(known.map { all[$0].subscribers })
    isEmpty = false
    guard let check else { return known.map { checks[$0] } ?? { _ in nil } }
    all.append(Observer(path: join.path, subscribers: subscribers))
    checks.append(check)
    return check
  }

  mutating func add(running id: EffectID, _ subscriber: ObservedValue<Bool>.Subscriber) {
    let values = ObservedValue<Bool>()
    values.add(subscriber)
    running.append(RunningObserver(id: id, values: values))
    isEmpty = false
  }

  /// Removes a subscription. Returns what to release outside of the lock.
  @usableFromInline mutating func remove(_ number: UInt64) -> [any Sendable] {
    defer { isEmpty = all.isEmpty && running.isEmpty }
    for index in all.indices {
      guard let removed = all[index].subscribers.remove(number) else { continue }
      if all[index].subscribers.isEmpty {
        all.remove(at: index)
        checks.remove(at: index)
      }
      return [removed]
    }
    for index in running.indices {
      guard let removed = running[index].values.remove(number) else { continue }
      running.remove(at: index)
      return [removed]
    }
    return []
  }

  /// Removes all. Returns what to call at the end.
  mutating func end() -> [@Sendable () -> Void] {
    let ends = all.flatMap { $0.subscribers.end() } + running.flatMap { $0.values.end() }
    self = Self()
    return ends
  }
}

/// The subscribers of an observer.
@usableFromInline package protocol SubscriberList: AnyObject {
  var isEmpty: Bool { get }
  /// Removes a subscriber. Returns what to release outside of the lock, or `nil` if the subscriber isn't in the list.
  func remove(_ number: UInt64) -> (any Sendable)?
  /// Removes all. Returns what to call at the end.
  func end() -> [@Sendable () -> Void]
}

/// A request to observe a part of the state.
@usableFromInline package struct Join<State>: Sendable {
  /// The path of what is observed, which others may observe, too; empty if they can't.
  @usableFromInline let path: [AnyKeyPath & Sendable]
  /// Whether the subscription can be added to a list of subscribers.
  @usableFromInline let accepts: @Sendable (any SubscriberList) -> Bool
  /// Adds the subscription to a list, or to a new one. Returns the check of a new one.
  @usableFromInline let add: @Sendable (_ known: (any SubscriberList)?) -> (Check<State>?, any SubscriberList)

  @inlinable package init(
    _ path: [AnyKeyPath & Sendable], accepts: @escaping @Sendable (any SubscriberList) -> Bool,
    add: @escaping @Sendable (_ known: (any SubscriberList)?) -> (Check<State>?, any SubscriberList)
  ) { (self.path, self.accepts, self.add) = (path, accepts, add) }

  /// Returns the same request for the parent of this state.
  @inlinable func lifted<Parent>(_ part: Part<Parent, State>) -> Join<Parent> {
    Join<Parent>(path, accepts: accepts) { [add] known in
      let (check, subscribers) = add(known)
      guard let check else { return (nil, subscribers) }
      return ({ parent in part.read(&parent) { check(&$0) } }, subscribers)
    }
  }
}

/// The last value of a part of the state, and its subscribers. It is under the lock of the store.
@usableFromInline package final class ObservedValue<Value: Equatable & Sendable>: SubscriberList {
  @usableFromInline package struct Subscriber: Sendable {
    @usableFromInline let subscription: Subscription
    @usableFromInline let receive: @Sendable (Value) -> Void
    @usableFromInline let end: (@Sendable () -> Void)?

    /// The number of the subscription.
    @usableFromInline package var number: UInt64 { subscription.number }

    @inlinable package init(
      _ subscription: Subscription, _ receive: @escaping @Sendable (Value) -> Void, _ end: (@Sendable () -> Void)?
    ) { (self.subscription, self.receive, self.end) = (subscription, receive, end) }
  }

  /// One value, so that a check needs one access.
  @usableFromInline struct Content {
    @usableFromInline var last: Value?
    @usableFromInline var subscribers: [Subscriber] = []
    /// The number of subscribers that have received a value.
    @usableFromInline var served = 0

    @inlinable init() {}

    @inlinable mutating func check(_ new: Value) -> Delivery? {
      if let last, isUnchanged(last, new) {
        return served == subscribers.count ? nil : delivery(of: last, from: served)
      }
      last = new
      return delivery(of: new, from: 0)
    }

    @inlinable @inline(never) mutating func delivery(of value: Value, from start: Int) -> Delivery {
      let receivers = subscribers[start...]
      served = subscribers.count
      return { isStopped in
        for receiver in receivers where !receiver.subscription.isCancelled {
          if isStopped.load(ordering: .relaxed) { return }
          receiver.receive(value)
        }
      }
    }
  }

  @usableFromInline var content = Content()

  @inlinable package init() {}

  @inlinable package var isEmpty: Bool { content.subscribers.isEmpty }

  @inlinable package func add(_ subscriber: Subscriber) { content.subscribers.append(subscriber) }

  /// Compares the value. New subscribers receive it in any case.
  @inlinable package func check(_ new: Value) -> Delivery? { content.check(new) }

  @usableFromInline package func remove(_ number: UInt64) -> (any Sendable)? {
    guard let index = content.subscribers.firstIndex(where: { $0.subscription.number == number }) else { return nil }
    if index < content.served { content.served -= 1 }
    return content.subscribers.remove(at: index)
  }

  @usableFromInline package func end() -> [@Sendable () -> Void] {
    defer { content.subscribers = [] }
    return content.subscribers.compactMap { $0.subscription.isCancelled ? nil : $0.end }
  }
}
