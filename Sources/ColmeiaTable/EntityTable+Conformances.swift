extension EntityTable: ExpressibleByArrayLiteral {
  /// Makes a table of the listed rows; a later row with the same id replaces the earlier one in its place.
  @inlinable public init(arrayLiteral rows: Row...) { self.init(rows) }
}

extension EntityTable: Equatable where Row: Equatable {
  /// Whether both hold equal rows in the same order. Rows that both share are taken as equal unseen.
  ///
  /// - Complexity: O(*m* log *n*) when one table came from the other by changing *m* rows, else O(*n*).
  @inlinable
  public static func == (left: Self, right: Self) -> Bool { PersistentVector.equal(left.rows, right.rows, by: ==) }
}

extension EntityTable: Hashable where Row: Hashable {
  /// Feeds the number of rows and each row in order.
  ///
  /// - Complexity: O(*n*).
  @inlinable public func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    for row in self { hasher.combine(row) }
  }
}

extension EntityTable: Encodable where Row: Encodable {
  /// Writes the rows in order, as an array does.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    for row in self { try container.encode(row) }
  }
}

extension EntityTable: Decodable where Row: Decodable {
  /// Reads an array of rows. Throws `DecodingError.dataCorrupted` when an id comes twice.
  public init(from decoder: any Decoder) throws {
    self.init()
    var container = try decoder.unkeyedContainer()
    while !container.isAtEnd {
      let row = try container.decode(Row.self)
      if let first = position(of: row.id) {
        throw DecodingError.dataCorruptedError(
          in: container,
          debugDescription: "the row at position \(count) has the id \(row.id) of the row at \(first)")
      }
      appendNew(row, hash: HashTrie.hash(row.id))
    }
  }
}

extension EntityTable: CustomStringConvertible, CustomReflectable {
  /// The rows in order, as an array shows them.
  public var description: String { Array(self).description }

  /// Shows the rows in order, as an array does.
  public var customMirror: Mirror { Mirror(self, unlabeledChildren: self, displayStyle: .collection) }
}
