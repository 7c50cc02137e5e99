extension EntityTable {
  /// Replaces the row with the same id in its place, or appends the row if there is none.
  ///
  /// - Parameter row: The row to store.
  /// - Returns: The row that was replaced, or `nil` if there was none.
  /// - Complexity: O(log *n*).
  @inlinable @discardableResult
  public mutating func upsert(_ row: Row) -> Row? {
    let id = row.id
    let hash = HashTrie.hash(id)
    guard let slot = slot(of: id, hash: hash) else {
      appendNew(row, hash: hash)
      return nil
    }
    let place = rows.place(slot)
    let old = place.move()
    place.initialize(to: row)
    changes.note(id)
    return old
  }

  /// Unavailable, because a row with the same id would be replaced in its place.
  @available(*, unavailable, renamed: "upsert")
  public mutating func append(_ row: Row) {}

  /// Upserts the rows in order.
  ///
  /// - Complexity: O(*m* log *n*), where *m* is the number of rows that are passed.
  @inlinable public mutating func append(contentsOf rows: some Sequence<Row>) {
    for row in rows { upsert(row) }
  }

  /// Inserts a row before the row at `position`, or at the end. A row with the same id is removed from its old place,
  /// so this method also moves rows.
  ///
  /// - Parameters:
  ///   - row: The row to insert.
  ///   - position: The position of the new row.
  /// - Returns: The row with the same id that was removed, or `nil` if there was none.
  /// - Precondition: `position` is in `0...count`, not counting the removed row.
  /// - Complexity: Amortized O(log *n*).
  @inlinable @discardableResult
  public mutating func insert(_ row: Row, at position: Int) -> Row? {
    let id = row.id
    let hash = HashTrie.hash(id)
    let old = take(id, hash: hash)
    if position < 0 || position > count { Self.fail(position, of: "0...\(count)") }
    insertNew(row, hash: hash, at: position)
    return old
  }

  /// Moves a row before the row at `position`, or to the end.
  ///
  /// - Parameters:
  ///   - id: The id of the row.
  ///   - position: The new position of the row.
  /// - Returns: Whether there is a row with this id.
  /// - Precondition: `position` is in `0..<count`, not counting the moved row.
  /// - Complexity: Amortized O(log *n*).
  @inlinable @discardableResult
  public mutating func move(_ id: Row.ID, to position: Int) -> Bool {
    let hash = HashTrie.hash(id)
    guard let row = take(id, hash: hash) else { return false }
    if position < 0 || position > count { Self.fail(position, of: "0...\(count)") }
    insertNew(row, hash: hash, at: position)
    return true
  }

  @inlinable mutating func insertNew(_ row: Row, hash: UInt32, at position: Int) {
    guard position < count else { return appendNew(row, hash: hash) }
    let insertion = rows.insert(row, at: position)
    for place in insertion.moved {
      let slot = insertion.target + place
      index.move(insertion.source + place, to: slot, hash: HashTrie.hash(rows.peek(slot).pointee.id))
    }
    index.insert(insertion.slot, hash: hash)
    changes.note(row.id)
    packIfSparse()
  }

  /// Removes and returns the row with this id.
  ///
  /// - Returns: The removed row, or `nil` if there is none with this id.
  /// - Complexity: Amortized O(log *n*).
  @inlinable @discardableResult
  public mutating func remove(id: Row.ID) -> Row? {
    let hash = HashTrie.hash(id)
    guard let slot = slot(of: id, hash: hash) else { return nil }
    let row = rows.place(slot).move()
    vacate(slot, hash: hash)
    changes.note(id, isRemoval: true)
    return row
  }

  /// Removes a row that will be inserted again in another place.
  @inlinable mutating func take(_ id: Row.ID, hash: UInt32) -> Row? {
    guard let slot = slot(of: id, hash: hash) else { return nil }
    let row = rows.place(slot).move()
    vacate(slot, hash: hash)
    return row
  }

  /// Removes all rows.
  @inlinable public mutating func removeAll() { self = EntityTable() }

  /// Removes the rows for which `shouldRemove` returns `true`. If it throws, no row is removed.
  ///
  /// - Complexity: O(*n* + *m* log *n*), where *m* is the number of removed rows.
  @inlinable public mutating func removeAll<E: Error>(where shouldRemove: (Row) throws(E) -> Bool) throws(E) {
    var ids: [Row.ID] = []
    for slot in try slots(where: shouldRemove) {
      let id = rows.place(slot).move().id
      index.remove(slot, hash: HashTrie.hash(id))
      rows.vacate(slot)
      ids.append(id)
    }
    changes.note(removed: ids)
    packIfSparse()
  }

  // A separate function, so that the cursor releases the rows before they are changed.
  @inlinable func slots<E: Error>(where isWanted: (Row) throws(E) -> Bool) throws(E) -> [Int] {
    var slots: [Int] = []
    var cursor = PersistentVector.Cursor(rows)
    while let (slot, place) = cursor.advance() {
      if try isWanted(place.pointee) { slots.append(slot) }
    }
    return slots
  }

  /// Sorts the rows. If the rows are already in order, they stay shared with earlier values.
  ///
  /// - Throws: Any error that `areInIncreasingOrder` throws. The table is unchanged in that case.
  /// - Complexity: O(*n* log *n*); O(*n*) if the rows are already in order.
  @inlinable public mutating func sort(by areInIncreasingOrder: (Row, Row) throws -> Bool) rethrows {
    let isSorted = try zip(self, dropFirst()).allSatisfy { try !areInIncreasingOrder($1, $0) }
    guard !isSorted else { return }
    let rows = try sorted(by: areInIncreasingOrder)
    rebuild(rows)
    changes.note(nil)
  }

  /// Frees a slot whose row has been moved out.
  @inlinable mutating func vacate(_ slot: Int, hash: UInt32) {
    index.remove(slot, hash: hash)
    rows.vacate(slot)
    packIfSparse()
  }

  /// Packs the table if it has many holes. Packing is O(*n*), and takes place after at least *n* removals. A few leaves
  /// of holes aren't worth it.
  @inlinable mutating func packIfSparse() {
    if rows.isSparse { rebuild(self) }
  }

  @inlinable mutating func rebuild(_ rows: some Sequence<Row>) {
    var table = EntityTable()
    for row in rows { table.appendNew(row, hash: HashTrie.hash(row.id)) }
    table.changes = changes
    self = table
  }
}

extension EntityTable {
  /// Returns the rows that may differ from those of an older table from which this one was derived, in order. All rows
  /// between them are the same. Returns `nil` if the changes since then are unknown; see ``changes(since:)``. The caller
  /// must retain the older table, so that rows that were written since then aren't shared.
  ///
  /// - Complexity: O(*m* log *n*), where *m* is the number of changes.
  package func edits(since old: Self) -> [ElementEdit]? {
    if let written = rows.changedSlots(since: old.rows) {
      return ElementEdit.inPlace(written.map(rows.position).sorted())
    }
    guard let changes = changes.entries(since: old.changes.stamp) else { return nil }
    var ids: Set<Row.ID> = []
    for change in changes {
      guard let id = change.id else { return nil }  // the table was sorted
      ids.insert(id)
    }
    // All other rows have kept their order.
    var changed = ids.compactMap(position).sorted()[...]
    var removed = ids.compactMap(old.position).sorted()[...]
    var edits: [ElementEdit] = []
    var (here, there) = (0, 0)
    while !changed.isEmpty || !removed.isEmpty {
      let same = Swift.min((changed.first ?? count) - here, (removed.first ?? old.count) - there)
      (here, there) = (here + same, there + same)
      guard changed.first == here || removed.first == there else { return nil }
      let (start, oldStart) = (here, there)
      while changed.first == here { (changed, here) = (changed.dropFirst(), here + 1) }
      while removed.first == there { (removed, there) = (removed.dropFirst(), there + 1) }
      edits.append(ElementEdit(oldStart..<there, start..<here))
    }
    return edits
  }

  /// Calls `body` with the places of all rows, in order, which are valid until it returns.
  ///
  /// - Complexity: O(*n*).
  package func withPlaces<Result>(_ body: ([UnsafePointer<Row>]) -> Result) -> Result {
    var places: [UnsafePointer<Row>] = []
    places.reserveCapacity(count)
    var cursor = PersistentVector.Cursor(rows)
    while let (_, place) = cursor.advance() { places.append(UnsafePointer(place)) }
    return withExtendedLifetime(self) { body(places) }
  }
}
