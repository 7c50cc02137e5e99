/// Everybody who wants to know of changes, in groups that one comparison decides. Owned by the drainer.
@usableFromInline struct Subscribers<State> {
  @usableFromInline typealias Notification = () -> Void

  /// Those that ask for the same thing. Closures, because those are specialised where they are made and
  /// overridden methods of a generic class are not.
  @usableFromInline final class Group {
    @usableFromInline let key: SubscriberKey?
    @usableFromInline let content: AnyObject
    /// Compares, and appends what is to be told.
    @usableFromInline let refresh: (UnsafePointer<State>, inout [Notification]) -> Void
    /// Takes out one subscription; `true` when none is left.
    @usableFromInline let remove: (Subscription) -> Bool
    @usableFromInline let end: () -> Void

    @inlinable init(
      _ key: SubscriberKey?, content: AnyObject, end: @escaping () -> Void,
      remove: @escaping (Subscription) -> Bool,
      refresh: @escaping (UnsafePointer<State>, inout [Notification]) -> Void
    ) {
      self.key = key
      self.content = content
      self.refresh = refresh
      self.remove = remove
      self.end = end
    }
  }

  @usableFromInline var groups: [Group] = []
  /// Those that may be joined by others.
  @usableFromInline var known: [SubscriberKey: Group] = [:]
  @inlinable init() {}

  @inlinable var isAny: Bool { !groups.isEmpty }

  /// What is to be told, after every group has compared.
  @inlinable func collect(_ state: UnsafePointer<State>) -> [Notification] {
    var notifications: [Notification] = []
    for group in groups { group.refresh(state, &notifications) }
    return notifications
  }

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
  @usableFromInline struct Member {
    @usableFromInline let subscription: Subscription
    @usableFromInline let receive: @Sendable (Value) -> Void
    @usableFromInline let end: (@Sendable () -> Void)?
    @inlinable init(
      _ subscription: Subscription, _ receive: @escaping @Sendable (Value) -> Void,
      _ end: (@Sendable () -> Void)?
    ) {
      self.subscription = subscription
      self.receive = receive
      self.end = end
    }
  }

  @usableFromInline var last: Value?
  @usableFromInline var members: [Member] = []
  /// Those that have not been told anything yet.
  @usableFromInline var newcomers: [Member] = []
  @inlinable init() {}

  /// Tells everybody a new value, and newcomers also one that is not new.
  @inlinable func compare(_ value: @autoclosure () -> Value, _ out: inout [() -> Void]) {
    let value = value()
    if let last, last == value {
      if !newcomers.isEmpty { welcome(value, &out) }
      return
    }
    last = value
    if !newcomers.isEmpty {
      members += newcomers
      newcomers = []
    }
    tell(members, value, &out)
  }

  @usableFromInline func welcome(_ value: Value, _ out: inout [() -> Void]) {
    tell(newcomers, value, &out)
    members += newcomers
    newcomers = []
  }

  @inlinable func tell(_ members: [Member], _ value: Value, _ out: inout [() -> Void]) {
    out.append {
      for member in members where !member.subscription.isCancelled { member.receive(value) }
    }
  }

  @inlinable func remove(_ subscription: Subscription) -> Bool {
    members.removeAll { $0.subscription === subscription }
    newcomers.removeAll { $0.subscription === subscription }
    return members.isEmpty && newcomers.isEmpty
  }

  @inlinable func end() {
    for member in members + newcomers { member.end?() }
  }
}

/// The subscribers within one branch: none is asked while the branch is the same.
@usableFromInline final class District<State, Branch: Equatable> {
  @usableFromInline var last: Branch?
  @usableFromInline var members: [Subscribers<State>.Group] = []
  @usableFromInline var newcomers: [Subscribers<State>.Group] = []
  @inlinable init() {}

  @inlinable func compare(_ branch: Branch, _ state: UnsafePointer<State>, _ out: inout [() -> Void]) {
    if let last, last == branch {
      if !newcomers.isEmpty { refresh(newcomers, state, &out) }
    } else {
      last = branch
      refresh(members, state, &out)
      refresh(newcomers, state, &out)
    }
    if !newcomers.isEmpty {
      members += newcomers
      newcomers = []
    }
  }

  @inlinable func refresh(
    _ groups: [Subscribers<State>.Group], _ state: UnsafePointer<State>, _ out: inout [() -> Void]
  ) {
    for group in groups { group.refresh(state, &out) }
  }

  @inlinable func remove(_ subscription: Subscription) -> Bool {
    members.removeAll { $0.remove(subscription) }
    newcomers.removeAll { $0.remove(subscription) }
    return members.isEmpty && newcomers.isEmpty
  }
}
