import ColmeiaMemory
import Synchronization

/// The observers of one value, which is compared once for all of them.
@usableFromInline package final class PathObservers<Value: Equatable & Sendable>: Observers {
  @usableFromInline typealias Member = (
    subscription: Subscription, receive: @Sendable (Value) -> Void, end: (@Sendable () -> Void)?
  )

  @usableFromInline package struct Own: ~Copyable {
    @usableFromInline var last: Value?
    @usableFromInline var members = Ordered<Member>()
    /// The number of the first member that has not been told the last value.
    @usableFromInline var told = 0
    @inlinable init() {}

    /// Whether this is another value than the last one.
    @inlinable mutating func isNew(_ value: Value) -> Bool {
      if last == value { return false }
      last = value
      told = 0
      return true
    }

    /// Whether somebody is to be told.
    @inlinable package mutating func compare(_ value: Value) -> Bool { isNew(value) || told < members.next }

    @inlinable mutating func tell(unless isStopped: borrowing Atomic<Bool>) {
      guard let last else { return }
      let start = members.index(from: told)
      told = members.next
      members.forEach(from: start) { member in
        if !isStopped.load(ordering: .relaxed), !member.pointee.subscription.isCancelled {
          member.pointee.receive(last)
        }
      }
    }
  }

  /// As ``Observers/inner``.
  @usableFromInline package let own: UnsafeMutablePointer<Own>

  /// - Parameter compare: gives the value in the state at the place to ``Own/compare(_:)``.
  @inlinable package init(
    _ key: ObserverKey?, in outer: Observers?,
    _ compare: @escaping (UnsafeRawPointer, UnsafeMutablePointer<Own>) -> Bool
  ) {
    let own = UnsafeMutablePointer<Own>.allocate(capacity: 1)
    own.initialize(to: Own())
    self.own = own
    super.init(key, in: outer) { state, isStopped in
      if compare(state, own) { own.pointee.tell(unless: isStopped) }
    }
  }

  deinit {
    own.deinitialize(count: 1)
    own.deallocate()
  }

  @inlinable package func add(
    _ subscription: Subscription, _ receive: @escaping @Sendable (Value) -> Void, _ end: (@Sendable () -> Void)?
  ) {
    subscription.place = (self, own.pointee.members.append((subscription, receive, end)))
  }

  @usableFromInline override func remove(_ number: Int) -> Bool {
    own.pointee.members.remove(number)
    return own.pointee.members.isEmpty
  }

  @usableFromInline override func end() {
    own.pointee.members.forEach { member in
      let wasCancelled = member.pointee.subscription.isCancelled
      member.pointee.subscription.end()
      if !wasCancelled { member.pointee.end?() }
    }
  }
}
