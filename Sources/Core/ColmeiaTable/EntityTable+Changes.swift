extension EntityTable {
  /// Replaces the row with the same id in its place, or appends the row if there is none.
  ///
  /// - Parameter row: The row to store.
  /// - Returns: The row that was replaced, or `nil` if there was none.
  /// - Complexity: Amortized O(1); O(√*n*) while an earlier value of the table is in use.
  @inlinable @discardableResult
  public mutating func upsert(_ row: Row) -> Row? {
    let id = row.id
    let hash = HashTrie.hash(id)
    changes.record(id)
    guard let location = location(of: id, hash: hash) else {
      insertNew(row, hash: hash, at: count)
      return nil
    }
    var old = row
    swap(&old, &groups[location.group].chunks[location.chunk].rows[location.row])
    return old
  }

  /// Unavailable, because a row with the same id would be replaced in its place.
  @available(*, unavailable, renamed: "upsert")
  public mutating func append(_ row: Row) {}

  /// Upserts the rows in order.
  ///
  /// - Complexity: O(*m*), where *m* is the number of rows that are passed.
  @inlinable public mutating func append(contentsOf rows: some Sequence<Row>) {
    for row in rows { upsert(row) }
  }

  /// Inserts a row before the row at `position`, or at the end. Ends the program if `position` isn't in `0...count`, not
  /// counting a row with the same id.
  ///
  /// A row with the same id is removed from its old place, so this method also moves rows.
  ///
  /// - Parameters:
  ///   - row: The row to insert.
  ///   - position: The position of the new row.
  /// - Returns: The row with the same id that was removed, or `nil` if there was none.
  /// - Complexity: O(√*n*).
  @inlinable @discardableResult
  public mutating func insert(_ row: Row, at position: Int) -> Row? {
    let id = row.id
    let hash = HashTrie.hash(id)
    let old = location(of: id, hash: hash).map { removeRow(at: $0, hash: hash) }
    if position < 0 || position > count {
      let rest = old == nil ? "" : ", not counting the row with the id \(id)"
      Self.fail("insert(_:at:)", position, "0...\(count)" + rest)
    }
    insertNew(row, hash: hash, at: position)
    changes.record(id)
    return old
  }

  /// Moves a row before the row at `position`, or to the end. Ends the program if the row exists and `position` isn't in
  /// `0..<count`.
  ///
  /// - Parameters:
  ///   - id: The id of the row.
  ///   - position: The new position of the row.
  /// - Returns: Whether there is a row with this id.
  /// - Complexity: O(√*n*).
  @inlinable @discardableResult
  public mutating func move(_ id: Row.ID, to position: Int) -> Bool {
    let hash = HashTrie.hash(id)
    guard let location = location(of: id, hash: hash) else { return false }
    if position < 0 || position >= count { Self.fail("move(_:to:)", position, "0..<\(count)") }
    insertNew(removeRow(at: location, hash: hash), hash: hash, at: position)
    changes.record(id)
    return true
  }

  /// Removes and returns the row with this id.
  ///
  /// - Returns: The removed row, or `nil` if there is none with this id.
  /// - Complexity: Amortized O(1); O(√*n*) while an earlier value of the table is in use.
  @inlinable @discardableResult
  public mutating func remove(id: Row.ID) -> Row? {
    let hash = HashTrie.hash(id)
    guard let location = location(of: id, hash: hash) else { return nil }
    changes.record(id, isRemoval: true)
    return removeRow(at: location, hash: hash)
  }

  /// Removes all rows.
  @inlinable public mutating func removeAll() { self = EntityTable() }

  /// Removes the rows for which `shouldRemove` returns `true`. If it throws, no row is removed.
  ///
  /// - Complexity: O(*n*).
  @inlinable public mutating func removeAll<E: Error>(where shouldRemove: (Row) throws(E) -> Bool) throws(E) {
    var ids: [Row.ID] = []
    for row in self where try shouldRemove(row) { ids.append(row.id) }
    for id in ids {
      let hash = HashTrie.hash(id)
      if let location = location(of: id, hash: hash) { _ = removeRow(at: location, hash: hash) }
    }
    changes.record(removed: ids)
  }

  /// Sorts the rows. If the rows are already in order, they stay shared with earlier values.
  ///
  /// - Throws: Any error that `areInIncreasingOrder` throws. The table is unchanged in that case.
  /// - Complexity: O(*n* log *n*); O(*n*) if the rows are already in order.
  @inlinable public mutating func sort(by areInIncreasingOrder: (Row, Row) throws -> Bool) rethrows {
    let rows = Array(self)
    guard try !zip(rows, rows.dropFirst()).allSatisfy({ try !areInIncreasingOrder($1, $0) }) else { return }
    let log = changes
    self = EntityTable(try rows.sorted(by: areInIncreasingOrder))
    changes = log
    changes.record(nil)
  }
}
