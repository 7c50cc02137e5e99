/// An ordered table of rows that are found by their id.
///
/// ```swift
/// var dogs: EntityTable = [Dog(id: 1, name: "Nina"), Dog(id: 2, name: "Thor")]
/// dogs.update(2) { $0.name = "Loki" }
/// dogs[id: 1]?.name  // "Nina"
/// dogs.map(\.id)     // [1, 2]
/// ```
///
/// A state that is kept in an array costs a copy of the whole array at each change, once somebody holds
/// the previous state, and a comparison of all rows to find out what changed. The table shares
/// structure instead: changing one row copies a path of O(log n), also while earlier values are held,
/// and `==` passes over what two tables share. When nobody holds an earlier value nothing is copied.
///
/// Rows live at *slots* (`PersistentVector`); a trie leads from an id to its slot (`HashTrie`). A row stays
/// at its slot, unless a leaf of eight rows is split because a row is inserted into it. A removed row
/// leaves a hole, and the table is packed when the holes outnumber the rows. Sorting builds the table
/// anew. No result depends on the order of hashes.
///
/// Slots are 32-bit numbers, so a table holds up to 2^31 rows. Many ids with one and the same hash are found by trying each.
public struct EntityTable<Row: Identifiable & Sendable>: Sendable where Row.ID: Sendable {
  @usableFromInline var rows = PersistentVector<Row>()
  @usableFromInline var index = HashTrie()
  @usableFromInline var changes = ChangeLog<Row.ID>()

  /// Makes an empty table.
  public init() {}

  /// Makes a table of rows in their order; a later row with the same id replaces the earlier one in its
  /// place.
  ///
  /// - Complexity: O(*n* log *n*).
  @inlinable public init(_ rows: some Sequence<Row>) {
    append(contentsOf: rows)
  }

  @inlinable func slot(of id: Row.ID) -> Int? { slot(of: id, hash: HashTrie.hash(id)) }

  @inlinable func slot(of id: Row.ID, hash: UInt32) -> Int? {
    index.find(hash) { rows.peek($0).pointee.id == id }
  }

  /// Whether there is a row with this id.
  ///
  /// - Complexity: O(log *n*).
  @inlinable public func contains(id: Row.ID) -> Bool { slot(of: id) != nil }

  /// The position of the row with this id, or nil when there is none.
  ///
  /// - Complexity: O(log *n*).
  @inlinable public func position(of id: Row.ID) -> Int? {
    guard let slot = slot(of: id) else { return nil }
    return rows.position(of: slot)
  }

  /// The row with this id, or nil when there is none.
  ///
  /// Setting nil removes the row; setting a row replaces it in its place, or appends it. A part of the row
  /// is changed in place: `dogs[id: 2]?.tags.append("big")` copies no array.
  ///
  /// - Precondition: The id of a row that is set is `id`.
  /// - Complexity: O(log *n*); removing, amortised.
  @inlinable public subscript(id id: Row.ID) -> Row? {
    get { slot(of: id).map { rows.peek($0).pointee } }
    _modify {
      let hash = HashTrie.hash(id)
      let slot = slot(of: id, hash: hash)
      var row = slot.map { rows.place($0).move() }
      defer { put(row, id: id, hash: hash, at: slot) }
      yield &row
    }
  }

  /// Changes the row with this id in place, without a copy of what it holds.
  ///
  /// Returns what `body` returns, or nil when there is no such row. When `body` throws, what it has changed
  /// stays changed.
  ///
  /// - Precondition: The row keeps its id.
  /// - Complexity: O(log *n*).
  @inlinable @discardableResult
  public mutating func update<T, E: Error>(
    _ id: Row.ID, _ body: (inout Row) throws(E) -> T
  ) throws(E) -> T? {
    guard let slot = slot(of: id) else { return nil }
    let place = rows.place(slot)
    changes.note(id)
    defer { if place.pointee.id != id { Self.failIDChanged(id, place.pointee.id) } }
    return try body(&place.pointee)
  }

  /// Changes every row in place, in order.
  ///
  /// When `body` throws, the rows that it has changed stay changed.
  ///
  /// - Precondition: Each row keeps its id.
  /// - Complexity: O(*n*).
  @inlinable public mutating func updateAll<E: Error>(_ body: (inout Row) throws(E) -> Void) throws(E) {
    changes = ChangeLog()
    var starts = LeafStarts(rows.order, to: rows.end)
    while let start = starts.next() {
      for place in rows.withLeaf(of: start, { $0.places }) {
        let place = rows.place(start + place)
        let id = place.pointee.id
        defer { if place.pointee.id != id { Self.failIDChanged(id, place.pointee.id) } }
        try body(&place.pointee)
      }
    }
  }

  /// Puts back a row that was moved out of `slot`; nil makes the slot a hole.
  @inlinable mutating func put(_ row: Row?, id: Row.ID, hash: UInt32, at slot: Int?) {
    if let row, row.id != id { Self.failIDChanged(id, row.id) }
    switch (row, slot) {
    case (let row?, let slot?):
      rows.place(slot).initialize(to: row)
      changes.note(id)
    case (let row?, nil): appendNew(row, hash: hash)
    case (nil, let slot?):
      vacate(slot, hash: hash)
      changes.note(id, isRemoval: true)
    case (nil, nil): break
    }
  }

  /// Adds a row whose id is not in the table.
  @inlinable mutating func appendNew(_ row: Row, hash: UInt32) {
    let id = row.id
    index.insert(rows.append(row), hash: hash)
    changes.note(id)
    if !rows.isAppended { packIfSparse() }
  }

  // A precondition would lose its message in a release build.
  @usableFromInline static func failIDChanged(_ id: Row.ID, _ newID: Row.ID) -> Never {
    fatalError("the row with the id \(id) must keep it, but got the id \(newID)")
  }
}
