extension EntityTable {
  /// Replaces the row with the same id in its place, or appends the row. Returns the row that was
  /// replaced.
  ///
  /// - Complexity: O(log *n*).
  @inlinable @discardableResult
  public mutating func upsert(_ row: Row) -> Row? {
    guard let slot = slot(of: row.id) else {
      appendNew(row)
      return nil
    }
    let place = rows.place(slot)
    let old = place.move()
    place.initialize(to: row)
    return old
  }

  /// Upserts rows one after the other.
  ///
  /// - Complexity: O(*m* log *n*) for *m* rows.
  @inlinable public mutating func append(contentsOf rows: some Sequence<Row>) {
    for row in rows { upsert(row) }
  }

  /// Inserts a row before the one at `position`, or at the end. A row that has the same id leaves its old
  /// place and is returned; so this also moves a row.
  ///
  /// - Precondition: `position` is in `0...count`, counted without the row that leaves.
  /// - Complexity: O(*n* log *n*); at the end, O(log *n*) amortised.
  @inlinable @discardableResult
  public mutating func insert(_ row: Row, at position: Int) -> Row? {
    let old = remove(id: row.id)
    precondition(position >= 0 && position <= count, "position \(position) is not in 0...\(count)")
    guard position < count else {
      appendNew(row)
      return old
    }
    var rows = Array(self)
    rows.insert(row, at: position)
    rebuild(rows)
    return old
  }

  /// Removes the row with this id and returns it, or nil when there is none.
  ///
  /// - Complexity: O(log *n*), amortised.
  @inlinable @discardableResult
  public mutating func remove(id: Row.ID) -> Row? {
    guard let slot = slot(of: id) else { return nil }
    let row = rows.place(slot).move()
    vacate(slot, id: id)
    return row
  }

  /// Removes every row.
  @inlinable public mutating func removeAll() { self = EntityTable() }

  /// Removes the rows that `shouldRemove` says. When it throws, nothing is removed.
  ///
  /// - Complexity: O(*n* + *m* log *n*) for *m* rows that go.
  @inlinable public mutating func removeAll<E: Error>(where shouldRemove: (Row) throws(E) -> Bool) throws(E) {
    for slot in try slots(where: shouldRemove) {
      let id = rows.place(slot).move().id
      index.remove(slot, hash: HashTrie.hash(id))
      rows.vacate(slot)
    }
    packIfSparse()
  }

  // A function of its own, so that the cursor has let go of the rows before they change.
  @inlinable func slots<E: Error>(where isWanted: (Row) throws(E) -> Bool) throws(E) -> [Int] {
    var slots: [Int] = []
    var cursor = PersistentVector.Cursor(rows)
    while let (slot, place) = cursor.advance() {
      if try isWanted(place.pointee) { slots.append(slot) }
    }
    return slots
  }

  /// Sorts the rows. Rows that are in order already stay as they are, shared with earlier values.
  ///
  /// - Complexity: O(*n* log *n*); O(*n*) when nothing is out of order.
  @inlinable public mutating func sort(by areInIncreasingOrder: (Row, Row) throws -> Bool) rethrows {
    let isSorted = try zip(self, dropFirst()).allSatisfy { try !areInIncreasingOrder($1, $0) }
    if !isSorted { rebuild(try sorted(by: areInIncreasingOrder)) }
  }

  /// Forgets a slot whose row has been moved out.
  @inlinable mutating func vacate(_ slot: Int, id: Row.ID) {
    index.remove(slot, hash: HashTrie.hash(id))
    rows.vacate(slot)
    packIfSparse()
  }

  /// Packing costs O(n) after at least n removals. A few leaves of holes are not worth it.
  @inlinable mutating func packIfSparse() {
    if rows.isSparse { rebuild(self) }
  }

  @inlinable mutating func rebuild(_ rows: some Sequence<Row>) {
    var table = EntityTable()
    for row in rows { table.appendNew(row) }
    self = table
  }
}
