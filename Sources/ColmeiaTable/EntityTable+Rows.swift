import Colmeia

/// Each row is a child: see ``ChildRows``.
extension EntityTable: RowCollection {
  /// Lends the row; nil when there is none.
  ///
  /// - Complexity: O(log *n*).
  @inlinable public func withRow<Result>(_ id: Row.ID, _ body: (UnsafePointer<Row>) -> Result) -> Result? {
    slot(of: id).map { body(UnsafePointer(rows.peek($0))) }
  }

  /// Changes the row in place; nil when there is none.
  ///
  /// - Precondition: The row keeps its id.
  /// - Complexity: O(log *n*).
  @inlinable public mutating func withMutableRow<Result>(_ id: Row.ID, _ body: (inout Row) -> Result) -> Result? {
    update(id, body)
  }

  /// Changes when a row is added, written or removed. It is no part of the value: equal tables may differ in it.
  @inlinable public var changeStamp: UInt64 { changes.stamp }

  /// The ids of the rows that were added, written or removed since the table had this stamp, oldest change first.
  ///
  /// Moving a row, sorting and packing change no row. Nil when the table does not know, because it is another table or more
  /// has changed than it remembers (at least 15 changes): then look at each row.
  @inlinable public func changes(since stamp: UInt64) -> [RowChange<Row.ID>]? {
    changes.entries(since: stamp)?.compactMap { entry in
      entry.id.map { RowChange(id: $0, isRemoval: entry.isRemoval) }
    }
  }

  /// Whether both have the same ids in the same order.
  ///
  /// - Complexity: O(*m* log *n*) when one table came from the other by changing *m* rows, else O(*n*).
  @inlinable package func hasSameIDs(as other: Self) -> Bool {
    PersistentVector.equal(rows, other.rows) { $0.id == $1.id }
  }
}
