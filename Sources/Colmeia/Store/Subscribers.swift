import Synchronization

/// Everybody who wants to know of changes, in groups that one comparison decides. Owned by the drainer.
@usableFromInline struct Subscribers<State> {
  /// Those that ask for the same thing. Closures, because those are specialised where they are made, and
  /// overridden methods of a generic class are not.
  @usableFromInline final class Group {
    @usableFromInline let key: SubscriberKey?
    /// The `Audience` or `District` behind the closures.
    @usableFromInline let content: AnyObject
    /// Compares; `true` when somebody is to be told.
    @usableFromInline let refresh: (UnsafePointer<State>) -> Bool
    /// Tells those who are to be told, until the store is stopped.
    @usableFromInline let tell: (borrowing Atomic<Bool>) -> Void
    /// Takes out one subscription; `true` when none is left.
    @usableFromInline let remove: (Subscription) -> Bool
    @usableFromInline let end: () -> Void

    @inlinable init<Value>(
      _ key: SubscriberKey?, _ audience: Audience<Value>, _ refresh: @escaping (UnsafePointer<State>) -> Bool
    ) {
      self.key = key
      content = audience
      self.refresh = refresh
      tell = { audience.tell(unless: $0) }
      remove = { audience.remove($0) }
      end = { audience.end() }
    }

    @inlinable init<Branch>(
      _ key: SubscriberKey, _ district: District<State, Branch>, _ refresh: @escaping (UnsafePointer<State>) -> Bool
    ) {
      self.key = key
      content = district
      self.refresh = refresh
      tell = { district.tell(unless: $0) }
      remove = { district.remove($0) }
      end = { for member in district.members { member.end() } }
    }
  }

  @usableFromInline var groups: [Group] = []
  /// Those that may be joined by others.
  @usableFromInline var known: [SubscriberKey: Group] = [:]
  @inlinable init() {}

  @inlinable mutating func add(_ group: Group) -> Group {
    groups.append(group)
    if let key = group.key { known[key] = group }
    return group
  }

  @usableFromInline mutating func remove(_ subscription: Subscription) {
    guard let index = groups.firstIndex(where: { $0.remove(subscription) }) else { return }
    if let key = groups[index].key { known[key] = nil }
    groups.remove(at: index)
  }

  @usableFromInline mutating func end() {
    for group in groups { group.end() }
    self = Self()
  }
}

/// What subscribers have in common: the value at a path, or the branch that guards their closures.
@usableFromInline struct SubscriberKey: Hashable {
  @usableFromInline let path: AnyKeyPath
  @usableFromInline let isBranch: Bool
  @inlinable init(path: AnyKeyPath, isBranch: Bool) {
    self.path = path
    self.isBranch = isBranch
  }
}

/// The subscribers of one value, which is compared once for all of them.
@usableFromInline final class Audience<Value: Equatable & Sendable> {
  @usableFromInline typealias Member = (
    subscription: Subscription, receive: @Sendable (Value) -> Void, end: (@Sendable () -> Void)?
  )

  @usableFromInline struct Own {
    @usableFromInline var last: Value?
    @usableFromInline var members: [Member] = []
    /// How many members, from the first, have been told the last value. Newcomers stand behind them.
    @usableFromInline var told = 0
    @inlinable init() {}
  }

  /// Memory of its own, because properties of a class are checked for exclusive access at each touch.
  @usableFromInline let own: UnsafeMutablePointer<Own>

  @inlinable init() {
    own = .allocate(capacity: 1)
    own.initialize(to: Own())
  }

  deinit {
    own.deinitialize(count: 1)
    own.deallocate()
  }

  @inlinable func add(_ member: Member) { own.pointee.members.append(member) }

  @inlinable func compare(_ value: Value) -> Bool {
    if own.pointee.last != value {
      own.pointee.last = value
      own.pointee.told = 0
    }
    return own.pointee.told < own.pointee.members.count
  }

  @inlinable func tell(unless isStopped: borrowing Atomic<Bool>) {
    guard let last = own.pointee.last else { return }
    let start = own.pointee.told
    own.pointee.told = own.pointee.members.count
    // By index: taking each member out would retain all that it holds. Nobody adds or removes one meanwhile.
    for index in start..<own.pointee.told where !own.pointee.members[index].subscription.isCancelled {
      if isStopped.load(ordering: .relaxed) { return }
      own.pointee.members[index].receive(last)
    }
  }

  @inlinable func remove(_ subscription: Subscription) -> Bool {
    if let index = own.pointee.members.firstIndex(where: { $0.subscription === subscription }) {
      own.pointee.members.remove(at: index)
      if index < own.pointee.told { own.pointee.told -= 1 }
    }
    return own.pointee.members.isEmpty
  }

  @inlinable func end() {
    for member in own.pointee.members where !member.subscription.isCancelled {
      member.subscription.end()
      member.end?()
    }
  }
}

/// The subscribers within one branch: none is asked while the branch is the same.
@usableFromInline final class District<State, Branch: Equatable> {
  @usableFromInline typealias Group = Subscribers<State>.Group

  @usableFromInline var last: Branch?
  @usableFromInline var members: [Group] = []
  /// How many members, from the first, have been asked since the branch changed.
  @usableFromInline var asked = 0
  @usableFromInline var changed: [Group] = []
  @inlinable init() {}

  @inlinable func compare(_ branch: Branch, _ state: UnsafePointer<State>) -> Bool {
    if last != branch {
      last = branch
      asked = 0
    }
    if asked == members.count { return false }
    for group in members[asked...] where group.refresh(state) { changed.append(group) }
    asked = members.count
    return !changed.isEmpty
  }

  @inlinable func tell(unless isStopped: borrowing Atomic<Bool>) {
    for group in changed { group.tell(isStopped) }
    changed.removeAll(keepingCapacity: true)
  }

  @inlinable func remove(_ subscription: Subscription) -> Bool {
    if let index = members.firstIndex(where: { $0.remove(subscription) }) {
      members.remove(at: index)
      if index < asked { asked -= 1 }
    }
    return members.isEmpty
  }
}
