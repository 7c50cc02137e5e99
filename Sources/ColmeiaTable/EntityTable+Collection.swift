extension EntityTable: RandomAccessCollection {
  /// Gives the rows in order.
  public struct Iterator: IteratorProtocol {
    @usableFromInline var cursor: PersistentVector<Row>.Cursor

    @inlinable init(_ rows: PersistentVector<Row>) { cursor = PersistentVector.Cursor(rows) }

    /// The next row, or nil after the last.
    ///
    /// - Complexity: O(1), amortised.
    @inlinable public mutating func next() -> Row? { cursor.advance()?.place.pointee }
  }

  /// An iterator over the rows as they are now.
  @inlinable public func makeIterator() -> Iterator { Iterator(rows) }

  /// The number of rows.
  @inlinable public var count: Int { rows.count }

  /// Whether there is no row.
  @inlinable public var isEmpty: Bool { rows.count == 0 }

  /// The position of the first row: 0.
  @inlinable public var startIndex: Int { 0 }

  /// The position after the last row: the number of rows.
  @inlinable public var endIndex: Int { rows.count }

  /// The row at a position.
  ///
  /// - Precondition: `position` is in `0..<count`.
  /// - Complexity: O(log *n*).
  @inlinable public subscript(position: Int) -> Row {
    precondition(position >= 0 && position < count, "position \(position) is not in 0..<\(count)")
    return rows.peek(rows.slot(at: position)).pointee
  }

  /// The ids in the order of the rows, read from the table when they are asked for.
  @inlinable public var ids: LazyMapSequence<EntityTable, Row.ID> { lazy.map { $0.id } }
}
