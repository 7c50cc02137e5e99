extension EntityTable: RandomAccessCollection {
  /// An iterator over the rows, in order.
  public struct Iterator: IteratorProtocol {
    @usableFromInline var cursor: PersistentVector<Row>.Cursor

    @inlinable init(_ rows: PersistentVector<Row>) { cursor = PersistentVector.Cursor(rows) }

    /// Returns the next row, or `nil` after the last one.
    ///
    /// - Complexity: Amortized O(1).
    @inlinable public mutating func next() -> Row? { cursor.advance()?.place.pointee }
  }

  /// Returns an iterator over the current rows.
  @inlinable public func makeIterator() -> Iterator { Iterator(rows) }

  /// The number of rows.
  @inlinable public var count: Int { rows.count }

  /// Whether the table has no rows.
  @inlinable public var isEmpty: Bool { rows.count == 0 }

  /// The position of the first row, which is 0.
  @inlinable public var startIndex: Int { 0 }

  /// The position after the last row, which is the number of rows.
  @inlinable public var endIndex: Int { rows.count }

  /// The row at a position.
  ///
  /// - Precondition: `position` is in `0..<count`.
  /// - Complexity: O(log *n*).
  @inlinable public subscript(position: Int) -> Row {
    if position < 0 || position >= count { Self.fail(position, of: "0..<\(count)") }
    return rows.peek(rows.slot(at: position)).pointee
  }

  /// The ids in the order of the rows, read lazily from the table.
  @inlinable public var ids: LazyMapSequence<EntityTable, Row.ID> { lazy.map { $0.id } }
}
