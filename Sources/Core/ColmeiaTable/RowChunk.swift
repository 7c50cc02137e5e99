/// Rows that follow each other, with the hashes of their ids, so that a row is found without comparing all ids.
@usableFromInline struct RowChunk<Row: Sendable>: Sendable {
  /// The number under which the trie knows the chunk. It stays the same wherever the chunk is.
  @usableFromInline let number: Int
  @usableFromInline var hashes: ContiguousArray<UInt32> = []
  @usableFromInline var rows: ContiguousArray<Row> = []

  @inlinable init(number: Int) { self.number = number }

  /// The maximum number of rows.
  @inlinable static var limit: Int { 32 }

  @inlinable mutating func insert(_ row: Row, hash: UInt32, at index: Int) {
    rows.insert(row, at: index)
    hashes.insert(hash, at: index)
  }

  @inlinable mutating func remove(at index: Int) -> Row {
    hashes.remove(at: index)
    return rows.remove(at: index)
  }

  /// Moves the second half of the rows to a new chunk.
  @inlinable mutating func split(number: Int) -> RowChunk {
    let half = rows.count / 2
    var other = RowChunk(number: number)
    other.rows.append(contentsOf: rows[half...])
    other.hashes.append(contentsOf: hashes[half...])
    rows.removeSubrange(half...)
    hashes.removeSubrange(half...)
    return other
  }

  /// Returns whether both chunks share their rows, so that these are equal.
  @inlinable func isShared(with other: RowChunk) -> Bool { rows.span.isIdentical(to: other.rows.span) }
}

/// Chunks that follow each other. So a change while the old value is held copies the chunks of one group, not all.
@usableFromInline struct RowGroup<Row: Sendable>: Sendable {
  /// The number of rows.
  @usableFromInline var count = 0
  @usableFromInline var chunks: ContiguousArray<RowChunk<Row>> = []

  @inlinable init() {}

  /// The maximum number of chunks.
  @inlinable static var limit: Int { 32 }

  /// Moves the second half of the chunks to a new group.
  @inlinable mutating func split() -> RowGroup {
    let half = chunks.count / 2
    var other = RowGroup()
    other.chunks.append(contentsOf: chunks[half...])
    other.count = other.chunks.reduce(0) { $0 + $1.rows.count }
    chunks.removeSubrange(half...)
    count -= other.count
    return other
  }

  /// Returns whether both groups share their chunks, so that their rows are equal.
  @inlinable func isShared(with other: RowGroup) -> Bool { chunks.span.isIdentical(to: other.chunks.span) }
}
