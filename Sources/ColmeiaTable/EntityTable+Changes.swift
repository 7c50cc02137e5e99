extension EntityTable {
  /// Replaces the row with the same id in its place, or appends the row. Returns the row that was
  /// replaced.
  ///
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
  /// - Complexity: O(log *n*), amortised.
  @inlinable @discardableResult
  public mutating func insert(_ row: Row, at position: Int) -> Row? {
    let id = row.id
    let hash = HashTrie.hash(id)
    let old = take(id, hash: hash)
    precondition(position >= 0 && position <= count, "position \(position) is not in 0...\(count)")
    insertNew(row, hash: hash, at: position)
    return old
  }

  /// Moves a row before the one at `position`, or to the end. Returns whether there is a row with this id.
  ///
  /// - Precondition: `position` is in `0..<count`, counted without the row.
  /// - Complexity: As ``insert(_:at:)``.
  @inlinable @discardableResult
  public mutating func move(_ id: Row.ID, to position: Int) -> Bool {
    let hash = HashTrie.hash(id)
    guard let row = take(id, hash: hash) else { return false }
    precondition(position >= 0 && position <= count, "position \(position) is not in 0...\(count)")
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

  /// Removes the row with this id and returns it, or nil when there is none.
  ///
  /// - Complexity: O(log *n*), amortised.
  @inlinable @discardableResult
  public mutating func remove(id: Row.ID) -> Row? {
    let hash = HashTrie.hash(id)
    guard let slot = slot(of: id, hash: hash) else { return nil }
    let row = rows.place(slot).move()
    vacate(slot, hash: hash)
    changes.note(id, isRemoval: true)
    return row
  }

  /// Takes out a row that comes back in another place.
  @inlinable mutating func take(_ id: Row.ID, hash: UInt32) -> Row? {
    guard let slot = slot(of: id, hash: hash) else { return nil }
    let row = rows.place(slot).move()
    vacate(slot, hash: hash)
    return row
  }

  /// Removes every row.
  @inlinable public mutating func removeAll() { self = EntityTable() }

  /// Removes the rows that `shouldRemove` says. When it throws, nothing is removed.
  ///
  /// - Complexity: O(*n* + *m* log *n*) for *m* rows that go.
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
  /// - Throws: What `areInIncreasingOrder` throws; the table has its rows in some order then.
  /// - Complexity: O(*n* log *n*); O(*n*) when nothing is out of order.
  @inlinable public mutating func sort(by areInIncreasingOrder: (Row, Row) throws -> Bool) rethrows {
    let isSorted = try zip(self, dropFirst()).allSatisfy { try !areInIncreasingOrder($1, $0) }
    guard !isSorted else { return }
    let rows = try sorted(by: areInIncreasingOrder)
    rebuild(rows)
  }

  /// Forgets a slot whose row has been moved out.
  @inlinable mutating func vacate(_ slot: Int, hash: UInt32) {
    index.remove(slot, hash: hash)
    rows.vacate(slot)
    packIfSparse()
  }

  /// Packing costs O(n) after at least n removals. A few leaves of holes are not worth it.
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
  /// The positions, in order, of all rows that may differ from those of an older table that this one came from; `nil` when
  /// rows have come, gone or moved. Somebody must hold the older one: then what was written since is not shared.
  ///
  /// - Complexity: O(*m* log *n*) for *m* rows that were written.
  package func changedPositions(since old: Self) -> [Int]? {
    rows.changedSlots(since: old.rows).map { $0.map(rows.position).sorted() }
  }
}
