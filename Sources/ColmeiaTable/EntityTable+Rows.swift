import Colmeia

/// Makes each row of a table available as a child; see ``ChildRows``.
extension EntityTable: RowCollection {
  /// Calls `body` with a pointer to the row, which is valid during the call.
  ///
  /// - Returns: The result of `body`, or `nil` if the row doesn't exist.
  /// - Complexity: O(log *n*).
  @inlinable public func withRow<Result>(_ id: Row.ID, _ body: (UnsafePointer<Row>) -> Result) -> Result? {
    slot(of: id).map { body(UnsafePointer(rows.peek($0))) }
  }

  /// Calls `body` with the row, which it can change in place.
  ///
  /// - Returns: The result of `body`, or `nil` if the row doesn't exist.
  /// - Precondition: The row keeps its id.
  /// - Complexity: O(log *n*).
  @inlinable public mutating func withMutableRow<Result>(_ id: Row.ID, _ body: (inout Row) -> Result) -> Result? {
    update(id, body)
  }

  /// A stamp that changes whenever a row is added, written, moved or removed, and when the table is sorted. It isn't
  /// part of the value: equal tables may have different stamps.
  @inlinable public var changeStamp: UInt64 { changes.stamp }

  /// Returns the rows that were added, written, moved or removed since the table had this stamp, oldest change first.
  /// Sorting the table changes no row.
  ///
  /// - Parameter stamp: An earlier ``changeStamp`` of this table.
  /// - Returns: The changes, or `nil` if they are unknown, because the stamp belongs to an unrelated table or the table
  ///   has changed more often than it records (at least 15 changes). In that case, check all rows.
  @inlinable public func changes(since stamp: UInt64) -> [RowChange<Row.ID>]? {
    changes.entries(since: stamp)?.compactMap { entry in
      entry.id.map { RowChange(id: $0, isRemoval: entry.isRemoval) }
    }
  }

  /// Returns whether both tables have the same ids in the same order.
  ///
  /// - Complexity: O(*m* log *n*) if one table was derived from the other by changing *m* rows; otherwise, O(*n*).
  @inlinable package func hasSameIDs(as other: Self) -> Bool {
    PersistentVector.equal(rows, other.rows) { $0.id == $1.id }
  }
}
