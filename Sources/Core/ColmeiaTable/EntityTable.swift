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
/// and all rows must be compared to find the changes. A table shares its structure instead: changing one row copies
/// only the arrays around it, O(√*n*), if earlier values are in use, and nothing otherwise; `==` skips what two tables
/// share.
///
/// The rows are in *chunks* of up to 32 (`RowChunk`), in order, and the chunks in *groups* of up to 32 (`RowGroup`). All
/// of these are arrays, so Swift copies what is shared when it is written. Each chunk has a number. A trie (`HashTrie`)
/// maps the hash of an id to the number of the chunk, and `places` maps the number to the place. So when rows or chunks
/// move within their array, the trie stays as it is; it changes only for the rows that get into another chunk. A full
/// chunk or group is split, and two neighbors that became small are merged. No result depends on the order of hashes.
public struct EntityTable<Row: Identifiable & Sendable>: Sendable where Row.ID: Sendable {
  @usableFromInline var groups: [RowGroup<Row>] = []
  @usableFromInline var total = 0
  @usableFromInline var trie = HashTrie()
  /// The places of the chunks, by their numbers.
  @usableFromInline var chunkLocations: [(group: Int, chunk: Int)] = []
  /// The numbers that no chunk has any more.
  @usableFromInline var freeNumbers: [Int] = []
  @usableFromInline var changes = ChangeLog<Row.ID>()

  /// Creates an empty table.
  public init() {}

  /// Creates a table from rows in order. A later row with the same id replaces the earlier row in its place.
  ///
  /// - Complexity: O(*n*).
  @inlinable public init(_ rows: some Sequence<Row>) {
    append(contentsOf: rows)
  }

  /// Returns whether there is a row with this id.
  ///
  /// - Complexity: O(1).
  @inlinable public func contains(id: Row.ID) -> Bool { location(of: id) != nil }

  /// Returns the position of the row with this id, or `nil` if there is none.
  ///
  /// - Complexity: O(√*n*).
  @inlinable public func position(of id: Row.ID) -> Int? { location(of: id).map(position) }

  /// The row with this id, or `nil` if there is none.
  ///
  /// Assigning `nil` removes the row. Assigning a row replaces the row in its place, or appends it, and ends the program
  /// if the row has another id. Changing a part, as in `dogs[id: 2]?.tags.append("big")`, copies that part; ``update(_:_:)``
  /// changes it in place.
  ///
  /// - Complexity: O(1); O(√*n*) for assigning while an earlier value of the table is in use.
  @inlinable public subscript(id id: Row.ID) -> Row? {
    get { location(of: id).map(row) }
    set {
      guard let newValue else { return _ = remove(id: id) }
      if newValue.id != id { Self.failIDChanged(id, newValue.id) }
      upsert(newValue)
    }
  }

  /// Changes the row with this id in place, without copying its contents. Ends the program if the row gets another id.
  ///
  /// If `body` throws an error, the changes that it has made are kept.
  ///
  /// - Parameters:
  ///   - id: The id of the row.
  ///   - body: Changes the row.
  /// - Returns: The result of `body`, or `nil` if there is no row with this id.
  /// - Throws: Any error that `body` throws.
  /// - Complexity: O(1); O(√*n*) while an earlier value of the table is in use.
  @inlinable @discardableResult
  public mutating func update<T, E: Error>(
    _ id: Row.ID, _ body: (inout Row) throws(E) -> T
  ) throws(E) -> T? {
    guard let location = location(of: id) else { return nil }
    changes.record(id)
    return try Self.change(&groups[location.group].chunks[location.chunk].rows[location.row], body)
  }

  /// Changes every row in place, in order. Ends the program if a row gets another id.
  ///
  /// If `body` throws an error, the changes that it has made are kept.
  ///
  /// - Parameter body: Changes a row.
  /// - Throws: Any error that `body` throws.
  /// - Complexity: O(*n*).
  @inlinable public mutating func updateAll<E: Error>(_ body: (inout Row) throws(E) -> Void) throws(E) {
    changes = ChangeLog()
    for group in groups.indices {
      for chunk in groups[group].chunks.indices {
        for row in groups[group].chunks[chunk].rows.indices {
          try Self.change(&groups[group].chunks[chunk].rows[row], body)
        }
      }
    }
  }

  @inlinable static func change<T, E: Error>(_ row: inout Row, _ body: (inout Row) throws(E) -> T) throws(E) -> T {
    let id = row.id
    defer { if row.id != id { failIDChanged(id, row.id) } }
    return try body(&row)
  }

  // A precondition failure would lose its message in a release build.
  @usableFromInline static func failIDChanged(_ id: Row.ID, _ newID: Row.ID) -> Never {
    fatalError("the row with the id \(id) must keep it, but got the id \(newID)")
  }

  @usableFromInline static func fail(_ function: String, _ position: Int, _ positions: String) -> Never {
    fatalError("EntityTable.\(function): position \(position) is not in \(positions)")
  }
}
