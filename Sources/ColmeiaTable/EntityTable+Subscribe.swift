import Colmeia
import ColmeiaMemory
import ColmeiaObservers
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
  /// one or very many have changed; see `FeatureStore.subscribe(to:receive:end:)` for when.
  ///
  /// - Complexity: per action, one comparison for all rows of a table that was not written; otherwise O(*m* log *n*)
  ///   for *m* changes of *n* rows, and O(*n*) when the table was built anew.
  @inlinable @discardableResult public func subscribe<Row: Equatable>(
    row id: Row.ID, in path: KeyPath<State, EntityTable<Row>> & Sendable,
    receive: @escaping @Sendable (Row?) -> Void, end: (@Sendable () -> Void)? = nil
  ) -> Subscription {
    source.attach(end) { [source] level, state, subscription in
      let key = ObserverKey.table(source.whole(path))
      let table =
        level.pointee.known[key] as? ObserverGroup
        ?? RowObservers.group(key, source.place.part(path), level, state)
      guard let rows = table.content as? RowObservers<Row> else { return table }
      let observers = rows.observers(of: id, in: table)
      observers.add(subscription, receive, end)
      return observers
    }
  }
}

/// The observers of a table's rows, found through the rows that have changed.
@usableFromInline final class RowObservers<Row: Identifiable & Equatable & Sendable> where Row.ID: Sendable {
  @usableFromInline let place: StatePlace<EntityTable<Row>>
  /// Up to which change everybody has been told.
  @exclusivity(unchecked) @usableFromInline var stamp: UInt64
  @exclusivity(unchecked) @usableFromInline var known: [Row.ID: ValueObservers<Row?>] = [:]

  @inlinable init(_ place: StatePlace<EntityTable<Row>>, _ stamp: UInt64) {
    self.place = place
    self.stamp = stamp
  }

  @inlinable static func group(
    _ key: ObserverKey, _ place: StatePlace<EntityTable<Row>>, _ level: ObserverLevel.Place, _ state: UnsafeRawPointer
  ) -> ObserverGroup {
    let rows = RowObservers(place, place.read(state) { $0.changeStamp })
    // No two tables have one stamp.
    let stamp = place.part(\.changes.stamp)
    let group = ObserverGroup(key, stamp.bytes) { group, state, isStopped in
      if stamp.read(state, { $0 }) != rows.stamp { rows.tellChanges(in: group, state, isStopped) }
    }
    group.content = rows
    return level.pointee.add(group)
  }

  /// The observers of one row, who are within those of the table.
  @inlinable func observers(of id: Row.ID, in table: ObserverGroup) -> ValueObservers<Row?> {
    if let known = known[id] { return known }
    let observers = ValueObservers<Row?>(.row(id), nil) { [place] last, state in
      place.read(state) { last.isNew($0[id: id]) }
    }
    observers.whenEmpty = { [unowned self] in known[id] = nil }
    known[id] = observers
    return table.inner.pointee.add(observers)
  }

  /// Tells those whose row has changed since the last table.
  @inlinable func tellChanges(in group: Observers, _ state: UnsafeRawPointer, _ isStopped: borrowing Atomic<Bool>) {
    place.read(state) { table in
      let changes = table.changes.entries(since: stamp)
      stamp = table.changeStamp
      if let changes {
        for change in changes { if let id = change.id { known[id]?.notify(state, isStopped) } }
        return
      }
      for id in table.ids { known[id]?.notify(state, isStopped) }
      // Those whose row is gone; one that was told compares it with itself.
      (group as? ObserverGroup)?.inner.pointee.notify(state, isStopped)
    }
  }
}
