extension EntityTable: ExpressibleByArrayLiteral {
  /// Creates a table of the listed rows. A later row with the same id replaces the earlier row in its place.
  @inlinable public init(arrayLiteral rows: Row...) { self.init(rows) }
}

extension EntityTable: Equatable where Row: Equatable {
  /// Returns whether both tables contain equal rows in the same order. Rows that both tables share are not compared.
  ///
  /// - Complexity: O(√*n* + *m*), where *m* is the number of rows that the tables don't share.
  @inlinable
  public static func == (left: Self, right: Self) -> Bool { left.matches(right, ==) }
}

extension EntityTable: Hashable where Row: Hashable {
  /// Hashes the number of rows, and each row in order.
  ///
  /// - Complexity: O(*n*).
  @inlinable public func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    for row in self { hasher.combine(row) }
  }
}

extension EntityTable: Encodable where Row: Encodable {
  /// Encodes the rows in order, in the same way as an array.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    for row in self { try container.encode(row) }
  }
}

extension EntityTable: Decodable where Row: Decodable {
  /// Decodes an array of rows.
  ///
  /// - Throws: `DecodingError.dataCorrupted` if an id occurs twice.
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
      upsert(row)
    }
  }
}

extension EntityTable: CustomStringConvertible, CustomReflectable {
  /// The rows in order, in the same format as an array.
  public var description: String { Array(self).description }

  /// A mirror of the rows in order, in the same way as an array.
  public var customMirror: Mirror { Mirror(self, unlabeledChildren: Array(self), displayStyle: .collection) }
}
