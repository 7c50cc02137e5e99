/// An ordered collection of rows, each of which is identified by its id.
///
/// ```swift
/// var dogs: EntityTable = [Dog(id: 1, name: "Nina"), Dog(id: 2, name: "Thor")]
/// dogs.update(2) { $0.name = "Loki" }
/// dogs[id: 1]?.name  // "Nina"
/// dogs.map(\.id)     // [1, 2]
/// ```
///
/// If you keep the rows in an array, each change copies the whole array as soon as the previous state is still in use,
/// and all rows must be compared to find the changes. A table shares its structure instead: changing one row copies a
/// path of O(log *n*) even if earlier values are in use, and `==` skips what two tables share. If no earlier value is
/// in use, nothing is copied.
///
/// Rows are stored in *slots* (`PersistentVector`), and a trie maps ids to slots (`HashTrie`). A row stays in its slot
/// unless an insertion splits its leaf of eight rows. A removed row leaves a hole, and the table is packed once there
/// are more holes than rows. Sorting rebuilds the table. No result depends on the order of hashes.
///
/// A table has at most 2^31 slots (`HashTrie.slotLimit`), including holes. Ids with equal hashes are compared one by one.
public struct EntityTable<Row: Identifiable & Sendable>: Sendable where Row.ID: Sendable {
  @usableFromInline var rows = PersistentVector<Row>()
  @usableFromInline var index = HashTrie()
  @usableFromInline var changes = ChangeLog<Row.ID>()

  /// Creates an empty table.
  public init() {}

  /// Creates a table from rows in order. A later row with the same id replaces the earlier row in its place.
  ///
  /// - Complexity: O(*n* log *n*).
  @inlinable public init(_ rows: some Sequence<Row>) {
    append(contentsOf: rows)
  }

  @inlinable func slot(of id: Row.ID) -> Int? { slot(of: id, hash: HashTrie.hash(id)) }

  @inlinable func slot(of id: Row.ID, hash: UInt32) -> Int? {
    index.find(hash) { rows.peek($0).pointee.id == id }
  }

  /// Returns whether there is a row with this id.
  ///
  /// - Complexity: O(log *n*).
  @inlinable public func contains(id: Row.ID) -> Bool { slot(of: id) != nil }

  /// Returns the position of the row with this id, or `nil` if there is none.
  ///
  /// - Complexity: O(log *n*).
  @inlinable public func position(of id: Row.ID) -> Int? {
    guard let slot = slot(of: id) else { return nil }
    return rows.position(of: slot)
  }

  /// The row with this id, or `nil` if there is none.
  ///
  /// Assigning `nil` removes the row. Assigning a row replaces the row in its place, or appends it. Parts of the row
  /// are changed in place: `dogs[id: 2]?.tags.append("big")` doesn't copy the array.
  ///
  /// - Precondition: The id of an assigned row is `id`.
  /// - Complexity: O(log *n*); amortized for removals.
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

  /// Changes the row with this id in place, without copying its contents.
  ///
  /// If `body` throws an error, the changes that it has made are kept.
  ///
  /// - Parameters:
  ///   - id: The id of the row.
  ///   - body: Changes the row.
  /// - Returns: The result of `body`, or `nil` if there is no row with this id.
  /// - Throws: Any error that `body` throws.
  /// - Precondition: The row keeps its id.
  /// - Complexity: O(log *n*).
  @inlinable @discardableResult
  public mutating func update<T, E: Error>(
    _ id: Row.ID, _ body: (inout Row) throws(E) -> T
  ) throws(E) -> T? {
    guard let place = place(of: id) else { return nil }
    changes.note(id)
    defer { if place.pointee.id != id { Self.failIDChanged(id, place.pointee.id) } }
    return try body(&place.pointee)
  }

  /// Returns a pointer for writing to the row with this id. A row with the same hash is almost always this one, so the
  /// path to it is followed only once, for writing, and the id is compared then.
  @inlinable mutating func place(of id: Row.ID) -> UnsafeMutablePointer<Row>? {
    let hash = HashTrie.hash(id)
    guard let slot = index.find(hash, where: { _ in true }) else { return nil }
    let place = rows.place(slot)
    return place.pointee.id == id ? place : self.slot(of: id, hash: hash).map { rows.place($0) }
  }

  /// Changes every row in place, in order.
  ///
  /// If `body` throws an error, the changes that it has made are kept.
  ///
  /// - Parameter body: Changes a row.
  /// - Throws: Any error that `body` throws.
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

  /// Stores a row that was moved out of `slot`. `nil` turns the slot into a hole.
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

  /// Adds a row whose id isn't in the table.
  @inlinable mutating func appendNew(_ row: Row, hash: UInt32) {
    let id = row.id
    index.insert(rows.append(row), hash: hash)
    changes.note(id)
    if !rows.isAppended { packIfSparse() }
  }

  // A precondition failure would lose its message in a release build.
  @usableFromInline static func failIDChanged(_ id: Row.ID, _ newID: Row.ID) -> Never {
    fatalError("the row with the id \(id) must keep it, but got the id \(newID)")
  }
}
