import Colmeia
import Synchronization

extension FeatureStore {
  /// Calls `receive` with the row `id` of the table at `path`, `nil` when there is none, and again whenever it has
  /// changed; `end` when the store is stopped.
  ///
  /// ```swift
  /// store.subscribe(row: 7, in: \.dogs) { dog in print(dog?.name ?? "gone") }
  /// ```
  ///
  /// Only rows that have changed are looked at, in the order of their changes, or in that of the table when it is another
  /// one or very many have changed; see ``FeatureStore/subscribe(to:receive:end:)`` for when.
  ///
  /// - Complexity: per action, one comparison for all rows of a table that was not written; otherwise O(*m* log *n*)
  ///   for *m* changes of *n* rows, and O(*n*) when the table was built anew.
  @inlinable @discardableResult public func subscribe<Row: Equatable>(
    row id: Row.ID, in path: KeyPath<State, EntityTable<Row>> & Sendable,
    receive: @escaping @Sendable (Row?) -> Void, end: (@Sendable () -> Void)? = nil
  ) -> Subscription {
    source.attach([], end) { [source] subscribers, outer, state, subscription in
      let key = ObserverKey.table(source.whole(path))
      let table =
        subscribers.known[key]
        ?? subscribers.add(RowObservers.group(key, source.place.part(path), in: outer, state))
      guard let rows = table.content as? RowObservers<Row> else { return table }
      let group = rows.observers(of: id, in: table)
      group.add(subscription, receive, end)
      return group
    }
  }
}

/// The observers of a table's rows, found through the rows that have changed.
@usableFromInline final class RowObservers<Row: Identifiable & Equatable & Sendable> where Row.ID: Sendable {
  @usableFromInline struct Own {
    /// Up to which change everybody has been told.
    @usableFromInline var stamp: UInt64
    @usableFromInline var groups: [Row.ID: PathObservers<Row?>] = [:]
    @inlinable init(_ stamp: UInt64) { self.stamp = stamp }
  }

  @usableFromInline let place: StatePlace<EntityTable<Row>>
  /// Memory of its own, because properties of a class are checked for exclusive access at each touch.
  @usableFromInline let own: UnsafeMutablePointer<Own>

  @inlinable init(_ place: StatePlace<EntityTable<Row>>, _ stamp: UInt64) {
    self.place = place
    own = .allocate(capacity: 1)
    own.initialize(to: Own(stamp))
  }

  deinit {
    own.deinitialize(count: 1)
    own.deallocate()
  }

  @inlinable static func group(
    _ key: ObserverKey, _ place: StatePlace<EntityTable<Row>>, in outer: Observers?, _ state: UnsafeRawPointer
  ) -> Observers {
    let rows = RowObservers(place, place.read(state) { $0.changeStamp })
    let group = Observers(key, around: outer) { all in
      { state, isStopped in place.read(state) { rows.tellChanges($0, all, state, isStopped) } }
    }
    group.content = rows
    return group
  }

  /// The observers of one row, who are within those of the table.
  @inlinable func observers(of id: Row.ID, in table: Observers) -> PathObservers<Row?> {
    if let known = own.pointee.groups[id] { return known }
    let group = PathObservers<Row?>(.row(id), in: table) { [place] state, own in
      place.read(state) { own.pointee.compare($0[id: id]) }
    }
    group.whenEmpty = { [own] in own.pointee.groups[id] = nil }
    own.pointee.groups[id] = group
    _ = table.inner?.pointee.add(group)
    return group
  }

  /// Tells those whose row has changed since the last table.
  @inlinable func tellChanges(
    _ table: EntityTable<Row>, _ all: UnsafeMutablePointer<Subscribers>, _ state: UnsafeRawPointer,
    _ isStopped: borrowing Atomic<Bool>
  ) {
    let known = own.pointee.stamp
    if table.changeStamp == known { return }
    own.pointee.stamp = table.changeStamp
    if let changes = table.changes.entries(since: known) {
      for change in changes { if let id = change.id { own.pointee.groups[id]?.notify(state, isStopped) } }
      return
    }
    for id in table.ids { own.pointee.groups[id]?.notify(state, isStopped) }
    all.pointee.notify(state, isStopped)  // those whose row is gone; whoever was told compares it with itself
  }
}
