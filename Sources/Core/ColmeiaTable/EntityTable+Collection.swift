extension EntityTable: RandomAccessCollection {
  /// An iterator over the rows, in order.
  public struct Iterator: IteratorProtocol {
    @usableFromInline let groups: [RowGroup<Row>]
    /// The chunks of the current group.
    @usableFromInline var chunks: ContiguousArray<RowChunk<Row>> = []
    /// The rows of the current chunk.
    @usableFromInline var rows: ContiguousArray<Row> = []
    @usableFromInline var (nextGroup, nextChunk, nextRow) = (0, 0, 0)

    /// Creates an iterator over the rows from a location on.
    @inlinable init(_ groups: [RowGroup<Row>], _ start: RowLocation) {
      self.groups = groups
      guard start.group < groups.count else { return }
      (nextGroup, nextChunk, nextRow) = (start.group + 1, start.chunk + 1, start.row)
      chunks = groups[start.group].chunks
      rows = chunks[start.chunk].rows
    }

    /// Returns the next row, or `nil` after the last one.
    ///
    /// - Complexity: O(1).
    @inlinable public mutating func next() -> Row? {
      if nextRow == rows.count {
        if nextChunk == chunks.count {
          guard nextGroup < groups.count else { return nil }
          (chunks, nextChunk) = (groups[nextGroup].chunks, 0)
          nextGroup += 1
        }
        (rows, nextRow) = (chunks[nextChunk].rows, 0)
        nextChunk += 1
      }
      nextRow += 1
      return rows[nextRow - 1]
    }
  }

  /// Returns an iterator over the current rows.
  @inlinable public func makeIterator() -> Iterator { Iterator(groups, (0, 0, 0)) }

  /// The number of rows.
  @inlinable public var count: Int { total }

  /// The position of the first row, which is 0.
  @inlinable public var startIndex: Int { 0 }

  /// The position after the last row, which is the number of rows.
  @inlinable public var endIndex: Int { count }

  /// The row at a position. Ends the program if `position` isn't in `0..<count`.
  ///
  /// - Complexity: O(√*n*).
  @inlinable public subscript(position: Int) -> Row {
    if position < 0 || position >= count { Self.fail("subscript(position:)", position, "0..<\(count)") }
    return row(at: location(at: position))
  }

  /// The ids in the order of the rows, read lazily from the table.
  @inlinable public var ids: LazyMapSequence<EntityTable, Row.ID> { lazy.map { $0.id } }
}
