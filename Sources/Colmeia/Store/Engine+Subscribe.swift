import Synchronization

extension Store {
  /// Calls `receive` with the value at `path`, and again whenever it has changed; `end` when the store is
  /// stopped. See ``FeatureStore/subscribe(to:receive:end:)``.
  @inlinable @discardableResult public func subscribe<Value: Equatable & Sendable>(
    to path: KeyPath<R.State, Value> & Sendable, receive: @escaping @Sendable (Value) -> Void,
    end: (@Sendable () -> Void)?
  ) -> Subscription {
    engine.attach(end: end) { engine, subscription in
      let (group, audience) = engine.audience(of: path)
      audience.add((subscription, receive, end))
      return group
    }
  }

  /// Calls `receive` with what `select` makes of the state, and again whenever it has changed; asks
  /// `select` only when the value at `branch` is not the one it was.
  /// See ``FeatureStore/subscribe(within:select:receive:)``.
  @inlinable @discardableResult
  public func subscribe<Branch: Equatable & Sendable, Value: Equatable & Sendable>(
    within branch: KeyPath<R.State, Branch> & Sendable, select: @escaping @Sendable (R.State) -> Value,
    receive: @escaping @Sendable (Value) -> Void
  ) -> Subscription {
    engine.attach { engine, subscription in
      let (group, district) = engine.district(of: branch)
      district.members.append(Subscribers.Group(subscription, select, receive))
      return group
    }
  }

  /// Calls `receive` with what `select` makes of the state, and again whenever it has changed.
  ///
  /// - Complexity: per action, one call of `select` and one comparison.
  @inlinable @discardableResult public func subscribe<Value: Equatable & Sendable>(
    _ select: @escaping @Sendable (R.State) -> Value, receive: @escaping @Sendable (Value) -> Void
  ) -> Subscription {
    engine.attach { engine, subscription in
      engine.own.pointee.subscribers.add(Subscribers.Group(subscription, select, receive))
    }
  }
}

extension Subscribers.Group {
  /// One subscriber with a closure of its own: nothing to share.
  @inlinable convenience init<Value: Equatable & Sendable>(
    _ subscription: Subscription, _ select: @escaping @Sendable (State) -> Value,
    _ receive: @escaping @Sendable (Value) -> Void
  ) {
    let audience = Audience<Value>()
    audience.add((subscription, receive, nil))
    self.init(nil, audience) { audience.compare(select($0.pointee)) }
  }
}

extension Engine {
  /// A subscription that the drainer puts in its place, behind what has arrived before.
  @inlinable func attach(
    end: (@Sendable () -> Void)? = nil,
    _ place: @escaping @Sendable (Engine<R>, Subscription) -> Subscribers<R.State>.Group
  ) -> Subscription {
    let subscription = Subscription { [self] subscription in
      enqueue(.control { $0.own.pointee.subscribers.remove(subscription) })
    }
    enqueue(
      .control { engine in
        if subscription.isCancelled { return }
        if engine.stopRequested.load(ordering: .relaxed) {
          subscription.end()
          return end?() ?? ()
        }
        let group = place(engine, subscription)
        if !engine.own.pointee.hasNews { engine.notify(group) }
      })
    return subscription
  }

  @inlinable func audience<Value: Equatable & Sendable>(
    of path: KeyPath<R.State, Value> & Sendable
  ) -> (Subscribers<R.State>.Group, Audience<Value>) {
    let key = SubscriberKey(path: path, isBranch: false)
    if let group = own.pointee.subscribers.known[key], let known = group.content as? Audience<Value> {
      return (group, known)
    }
    let audience = Audience<Value>()
    let read = reader(of: path)
    let group = own.pointee.subscribers.add(Subscribers.Group(key, audience) { audience.compare(read($0)) })
    return (group, audience)
  }

  @inlinable func district<Branch: Equatable & Sendable>(
    of branch: KeyPath<R.State, Branch> & Sendable
  ) -> (Subscribers<R.State>.Group, District<R.State, Branch>) {
    let key = SubscriberKey(path: branch, isBranch: true)
    if let group = own.pointee.subscribers.known[key],
      let known = group.content as? District<R.State, Branch>
    {
      return (group, known)
    }
    let district = District<R.State, Branch>()
    let read = reader(of: branch)
    let group = own.pointee.subscribers.add(Subscribers.Group(key, district) { district.compare(read($0), $0) })
    return (group, district)
  }

  /// A stored property is read at its offset, which is faster than through its key path.
  @inlinable func reader<Value>(of path: KeyPath<R.State, Value>) -> (UnsafePointer<R.State>) -> Value {
    guard let offset = MemoryLayout<R.State>.offset(of: path) else { return { $0.pointee[keyPath: path] } }
    return { UnsafeRawPointer($0).advanced(by: offset).assumingMemoryBound(to: Value.self).pointee }
  }
}
