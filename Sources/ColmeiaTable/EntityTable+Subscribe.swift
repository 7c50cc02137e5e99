import Colmeia
import ColmeiaMemory
import ColmeiaObservers
import Synchronization

extension FeatureStore {
  /// Calls `receive` with a row of a table, and again whenever the row has changed. The value is `nil` if the row
  /// doesn't exist. Calls `end` when the store is stopped.
  ///
  /// ```swift
  /// store.subscribe(row: 7, in: \.dogs) { dog in print(dog?.name ?? "gone") }
  /// ```
  ///
  /// Only changed rows are checked, in the order of their changes. If the table was replaced or very many rows have
  /// changed, the observed rows are checked in table order. See `FeatureStore.subscribe(to:receive:end:)` for details.
  ///
  /// - Parameters:
  ///   - id: The id of the row.
  ///   - path: The location of the table in the state.
  ///   - receive: Called with the row, by one thread at a time and without holding a lock.
  ///   - end: Called once, after the last value.
  /// - Returns: The subscription, which lasts until it is cancelled or the store is stopped.
  /// - Complexity: For each action, one comparison for all rows of a table that wasn't written; otherwise, O(*m* log
  ///   *n*) for *m* changes of *n* rows, and O(*n*) if the table was replaced.
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
  /// The stamp of the table at the last notification.
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
    // No two tables have the same stamp.
    let stamp = place.part(\.changes.stamp)
    let group = ObserverGroup(key, stamp.bytes) { group, state, isStopped in
      if stamp.read(state, { $0 }) != rows.stamp { rows.notifyChanges(in: group, state, isStopped) }
    }
    group.content = rows
    return level.pointee.add(group)
  }

  /// Returns the observers of one row, and adds them to the group of the table if there are none yet.
  @inlinable func observers(of id: Row.ID, in table: ObserverGroup) -> ValueObservers<Row?> {
    if let known = known[id] { return known }
    let observers = ValueObservers<Row?>(.row(id), nil) { [place] last, state in
      place.read(state) { last.isNew($0[id: id]) }
    }
    observers.whenEmpty = { [unowned self] in known[id] = nil }
    known[id] = observers
    return table.inner.pointee.add(observers)
  }

  /// Notifies the observers whose row has changed since the last notification.
  @inlinable func notifyChanges(in group: Observers, _ state: UnsafeRawPointer, _ isStopped: borrowing Atomic<Bool>) {
    place.read(state) { table in
      let changes = table.changes.entries(since: stamp)
      stamp = table.changeStamp
      if let changes {
        for change in changes { if let id = change.id { known[id]?.notify(state, isStopped) } }
        return
      }
      for id in table.ids { known[id]?.notify(state, isStopped) }
      // Notifies the observers of removed rows. Observers that were already notified find their row unchanged.
      (group as? ObserverGroup)?.inner.pointee.notify(state, isStopped)
    }
  }
}
