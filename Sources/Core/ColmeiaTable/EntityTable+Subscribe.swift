import Colmeia
import Synchronization

extension FeatureStore {
  /// Calls `receive` with the row of a table, and again whenever it has changed; `nil` if there is no such row. Calls
  /// `end` when the store is stopped.
  ///
  /// Otherwise, this is the same as subscribing to a path.
  ///
  /// - Parameters:
  ///   - id: The id of the row.
  ///   - path: The location of the table in the state.
  ///   - receive: Called with the row, by one thread at a time and without holding a lock.
  ///   - end: Called once, after the last value.
  /// - Returns: The subscription, which lasts until it is cancelled or the store is stopped.
  /// - Complexity: For each action, one comparison for all subscriptions to rows of the table; if the table has changed,
  ///   one comparison for each observed row that was written.
  @inlinable @discardableResult public func subscribe<Row: Equatable>(
    row id: Row.ID, in path: KeyPath<State, EntityTable<Row>> & Sendable,
    receive: @escaping @Sendable (Row?) -> Void, end: (@Sendable () -> Void)? = nil
  ) -> Subscription {
    let source = source.part(path)
    let subscription = source.makeSubscription()
    let subscriber = ObservedValue<Row?>.Subscriber(subscription, receive, end)
    source.join(
      subscription,
      Join<EntityTable<Row>>(source.path, accepts: { $0 is ObservedRows<Row> }) { known in
        let rows = known as? ObservedRows<Row> ?? ObservedRows<Row>()
        rows.add(subscriber, for: id)
        return (known == nil ? { rows.check(&$0) } : nil, rows)
      })
    return subscription
  }
}

/// The observed rows of a table. A row is compared only if it was written.
@usableFromInline final class ObservedRows<Row: Identifiable & Equatable & Sendable>: SubscriberList
where Row.ID: Sendable {
  @usableFromInline var stamp: UInt64?
  @usableFromInline var observed: [Row.ID: ObservedValue<Row?>] = [:]
  private var ids: [UInt64: Row.ID] = [:]
  /// The rows that have new subscribers.
  @usableFromInline var joined: [Row.ID] = []

  @usableFromInline init() {}

  @usableFromInline func add(_ subscriber: ObservedValue<Row?>.Subscriber, for id: Row.ID) {
    let row = observed[id] ?? ObservedValue()
    row.add(subscriber)
    observed[id] = row
    ids[subscriber.number] = id
    joined.append(id)
  }

  /// The table is `inout` so that it isn't copied.
  @inlinable func check(_ table: inout EntityTable<Row>) -> Delivery? {
    table.changeStamp == stamp && joined.isEmpty ? nil : checkChanges(table)
  }

  @usableFromInline func checkChanges(_ table: EntityTable<Row>) -> Delivery? {
    let changes = stamp.flatMap { table.changes(since: $0) }
    let changed =
      changes.map { $0.removed + $0.written + joined }
      ?? table.ids.filter { observed[$0] != nil } + absent(in: table)
    stamp = table.changeStamp
    joined = []
    let deliveries = changed.compactMap { id in observed[id]?.check(table[id: id]) }
    if deliveries.isEmpty { return nil }
    return { isStopped in for deliver in deliveries { deliver(isStopped) } }
  }

  /// The observed rows that don't exist, in the order in which they were first observed.
  private func absent(in table: EntityTable<Row>) -> [Row.ID] {
    let absent = ids.filter { !table.contains(id: $0.value) }
    return absent.keys.sorted().compactMap { absent[$0] }
  }

  @usableFromInline var isEmpty: Bool { observed.isEmpty }

  @usableFromInline func remove(_ number: UInt64) -> (any Sendable)? {
    guard let id = ids.removeValue(forKey: number), let row = observed[id] else { return nil }
    let removed = row.remove(number)
    if row.isEmpty { observed[id] = nil }
    return removed
  }

  @usableFromInline func end() -> [@Sendable () -> Void] {
    defer { (observed, ids) = ([:], [:]) }
    return ids.keys.sorted().compactMap { ids[$0] }.flatMap { observed[$0]?.end() ?? [] }
  }
}
