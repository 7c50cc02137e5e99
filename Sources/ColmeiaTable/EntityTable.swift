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
/// Rows live at *slots* in the order of appending (``PersistentVector``); a trie leads from an id to its
/// slot (``HashTrie``). A row never changes its slot: a removed one leaves a hole, and the table is packed
/// when the holes outnumber the rows. What puts a row between others (`insert`, `sort`) builds the table
/// anew. No result depends on the order of hashes.
///
/// Slots are 32-bit numbers, so a table holds up to 2^31 rows. Many ids with one and the same hash are found by trying each.
public struct EntityTable<Row: Identifiable & Sendable>: Sendable where Row.ID: Sendable {
  @usableFromInline var rows = PersistentVector<Row>()
  @usableFromInline var index = HashTrie()

  /// Makes an empty table.
  public init() {}

  /// Makes a table of rows in their order; a later row with the same id replaces the earlier one in its
  /// place.
  ///
  /// - Complexity: O(*n* log *n*).
  @inlinable public init(_ rows: some Sequence<Row>) {
    append(contentsOf: rows)
  }

  @inlinable func slot(of id: Row.ID) -> Int? {
    index.find(HashTrie.hash(id)) { rows.peek($0).pointee.id == id }
  }

  /// Whether there is a row with this id.
  ///
  /// - Complexity: O(log *n*).
  @inlinable public func contains(id: Row.ID) -> Bool { slot(of: id) != nil }

  /// The position of the row with this id, or nil when there is none.
  ///
  /// - Complexity: O(log *n*).
  @inlinable public func position(of id: Row.ID) -> Int? { slot(of: id).map(rows.position(of:)) }

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
      let slot = slot(of: id)
      var row = slot.map { rows.place($0).move() }
      defer { put(row, id: id, at: slot) }
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
    for start in stride(from: 0, to: rows.end, by: PersistentVector<Row>.Leaf.width) {
      let mask = rows.walk(to: start, adding: 0)._withUnsafeGuaranteedRef { $0.mask }
      for offset in SetBits(mask) {
        let place = rows.place(start + offset)
        let id = place.pointee.id
        defer { if place.pointee.id != id { Self.failIDChanged(id, place.pointee.id) } }
        try body(&place.pointee)
      }
    }
  }

  /// Puts back a row that was moved out of `slot`; nil makes the slot a hole.
  @inlinable mutating func put(_ row: Row?, id: Row.ID, at slot: Int?) {
    if let row, row.id != id { Self.failIDChanged(id, row.id) }
    switch (row, slot) {
    case (let row?, let slot?): rows.place(slot).initialize(to: row)
    case (let row?, nil): appendNew(row)
    case (nil, let slot?): vacate(slot, id: id)
    case (nil, nil): break
    }
  }

  /// Adds a row whose id is not in the table.
  @inlinable mutating func appendNew(_ row: Row) {
    let id = row.id
    index.insert(rows.append(row), hash: HashTrie.hash(id))
  }

  // A precondition would lose its message in a release build.
  @usableFromInline static func failIDChanged(_ id: Row.ID, _ newID: Row.ID) -> Never {
    fatalError("the row with the id \(id) must keep it, but got the id \(newID)")
  }
}
