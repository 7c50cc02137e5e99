import Colmeia

/// Makes each row of a table available as a child; see ``ChildRows``.
extension EntityTable: RowCollection {
  /// Calls `body` with the row, which it can change in place.
  ///
  /// - Returns: The result of `body`, or `nil` if the row doesn't exist.
  /// - Precondition: The row keeps its id.
  /// - Complexity: O(1); O(√*n*) while an earlier value of the table is in use.
  @inlinable public mutating func withMutableRow<Result>(_ id: Row.ID, _ body: (inout Row) -> Result) -> Result? {
    update(id, body)
  }

  /// A stamp that changes whenever a row is added, written, moved or removed, and when the table is sorted. It isn't
  /// part of the value: equal tables may have different stamps.
  @inlinable public var changeStamp: UInt64 { changes.stamp }

  /// Returns the rows that have changed since the table had this stamp. Sorting the table changes no row.
  ///
  /// - Parameter stamp: An earlier ``changeStamp`` of this table.
  /// - Returns: The ids of the rows that were added, written or moved and still exist, in the order of the rows, and the
  ///   ids of those that were removed, oldest removal first; some of them may have been added again. Returns `nil` if
  ///   the changes are unknown, because the stamp belongs to an unrelated table or the table has changed more often than
  ///   it records (at least 15 changes). In that case, check all rows.
  /// - Complexity: O(*m* √*n*), where *m* is the number of changes.
  @inlinable public func changes(since stamp: UInt64) -> (written: [Row.ID], removed: [Row.ID])? {
    guard let entries = changes.entries(since: stamp) else { return nil }
    if entries.count == 1, let id = entries.first?.id { return contains(id: id) ? ([id], []) : ([], [id]) }
    let chunkLocations = Set(entries.compactMap { $0.id }).compactMap { id in position(of: id).map { ($0, id) } }
    let removed = entries.compactMap { $0.isRemoval ? $0.id : nil }
    return (chunkLocations.sorted { $0.0 < $1.0 }.map { $0.1 }, removed)
  }

  /// Returns whether both tables have the same ids in the same order.
  ///
  /// - Complexity: O(√*n* + *m*), where *m* is the number of rows that they don't share.
  @inlinable package func hasSameIDs(as other: Self) -> Bool {
    matches(other) { $0.id == $1.id }
  }
}
