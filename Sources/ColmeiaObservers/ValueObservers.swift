import ColmeiaMemory
import Synchronization

/// The last value that observers were notified of, or that determines whether they are checked.
@usableFromInline package struct LastValue<Value: Equatable> {
  @usableFromInline package var value: Value?
  @inlinable package init() {}

  /// Stores the current value, and returns whether it differs from the last one. A value with the same bytes is the
  /// same value, because the last value retains everything that its references refer to.
  @inlinable @inline(__always) package mutating func isNew(
    _ place: StatePlace<Value>, _ state: UnsafeRawPointer
  ) -> Bool {
    if place.make == nil, hasBytes(of: state + place.offset) { return false }
    return place.read(state) { isNew($0) }
  }

  @inlinable package mutating func isNew(_ new: Value) -> Bool {
    defer { value = new }
    return value != new
  }

  @inlinable @inline(__always) package mutating func hasBytes(of new: UnsafeRawPointer) -> Bool {
    // The payload of an optional is stored at its beginning.
    value != nil && withUnsafePointer(to: &value) { hasSameBytes($0, new, MemoryLayout<Value>.size) }
  }
}

/// The subscribers of one value.
@usableFromInline package final class ValueObservers<Value: Equatable & Sendable>: Observers {
  @usableFromInline package typealias Subscriber = (
    subscription: Subscription, receive: @Sendable (Value) -> Void, end: (@Sendable () -> Void)?
  )

  @exclusivity(unchecked) @usableFromInline package var last = LastValue<Value>()
  @exclusivity(unchecked) @usableFromInline package var subscribers = Ordered<Subscriber>()
  /// The number of the first subscriber that hasn't been notified of the last value.
  @exclusivity(unchecked) @usableFromInline package var notified = 0

  /// - Parameter isNew: Updates the last value from the state, and returns whether it has changed.
  @inlinable package init(
    _ key: ObserverKey?, _ bytes: Range<Int>?,
    _ isNew: @escaping (inout LastValue<Value>, _ state: UnsafeRawPointer) -> Bool
  ) {
    super.init(key, bytes) { observers, state, isStopped in
      // The argument is the object that this closure was created for.
      let observers = unsafeDowncast(observers, to: ValueObservers<Value>.self)
      if isNew(&observers.last, state) { observers.notified = 0 }
      if observers.notified < observers.subscribers.next { observers.notifySubscribers(isStopped) }
    }
  }

  /// Creates the observers of the value at `place`.
  @inlinable package convenience init(_ key: ObserverKey?, of place: StatePlace<Value>) {
    self.init(key, place.bytes) { $0.isNew(place, $1) }
  }

  @inlinable package func notifySubscribers(_ isStopped: borrowing Atomic<Bool>) {
    guard let value = last.value else { return }
    let start = subscribers.index(from: notified)
    notified = subscribers.next
    subscribers.forEach(from: start) { subscriber in
      if !isStopped.load(ordering: .relaxed), !subscriber.pointee.subscription.isCancelled {
        subscriber.pointee.receive(value)
      }
    }
  }

  @inlinable package func add(
    _ subscription: Subscription, _ receive: @escaping @Sendable (Value) -> Void, _ end: (@Sendable () -> Void)?
  ) {
    subscription.place = (self, subscribers.append((subscription, receive, end)))
  }

  @usableFromInline package override func remove(_ number: Int) -> Bool {
    subscribers.remove(number)
    return subscribers.isEmpty
  }

  @usableFromInline package override func end() {
    subscribers.forEach { subscriber in
      let wasCancelled = subscriber.pointee.subscription.isCancelled
      subscriber.pointee.subscription.end()
      if !wasCancelled { subscriber.pointee.end?() }
    }
  }
}
