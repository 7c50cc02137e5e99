// The structure: how a row is found, and how chunks and groups are split and merged.
extension EntityTable {
  /// Where a row is: the index of its group, that of its chunk in the group, and its own in the chunk.
  @usableFromInline typealias RowLocation = (group: Int, chunk: Int, row: Int)

  @inlinable func location(of id: Row.ID) -> RowLocation? { location(of: id, hash: HashTrie.hash(id)) }

  @inlinable func location(of id: Row.ID, hash: UInt32) -> RowLocation? {
    trie.first(hash) { number in
      let location = chunkLocations[number]
      return index(of: id, hash, in: groups[location.group].chunks[location.chunk]).map {
        (location.group, location.chunk, $0)
      }
    }
  }

  @inlinable func index(of id: Row.ID, _ hash: UInt32, in chunk: RowChunk<Row>) -> Int? {
    for index in chunk.hashes.indices where chunk.hashes[index] == hash && chunk.rows[index].id == id { return index }
    return nil
  }

  @inlinable func row(at location: RowLocation) -> Row {
    groups[location.group].chunks[location.chunk].rows[location.row]
  }

  /// Returns the location of the chunk with this number, if there is one. Another chunk may have it, but no shared rows.
  @inlinable func location(ofChunk number: Int) -> (group: Int, chunk: Int)? {
    guard number < chunkLocations.count, chunkLocations[number].group < groups.count,
      chunkLocations[number].chunk < groups[chunkLocations[number].group].chunks.count
    else { return nil }
    return chunkLocations[number]
  }

  /// Returns the location of a position. The position after the last row is the end of the last chunk.
  @inlinable func location(at position: Int) -> RowLocation {
    var (group, chunk, rest) = (0, 0, position)
    while rest >= groups[group].count, group + 1 < groups.count {
      rest -= groups[group].count
      group += 1
    }
    while rest >= groups[group].chunks[chunk].rows.count, chunk + 1 < groups[group].chunks.count {
      rest -= groups[group].chunks[chunk].rows.count
      chunk += 1
    }
    return (group, chunk, rest)
  }

  @inlinable func position(of location: RowLocation) -> Int {
    var position = location.row
    for group in 0..<location.group { position += groups[group].count }
    for chunk in 0..<location.chunk { position += groups[location.group].chunks[chunk].rows.count }
    return position
  }

  /// Adds a row whose id isn't in the table.
  @inlinable mutating func insertNew(_ row: Row, hash: UInt32, at position: Int) {
    if position == count { makeRoomAtEnd() } else { makeRoom(at: location(at: position)) }
    let location = location(at: position)
    groups[location.group].count += 1
    groups[location.group].chunks[location.chunk].insert(row, hash: hash, at: location.row)
    trie.insert(hash, chunk: groups[location.group].chunks[location.chunk].number)
    total += 1
  }

  /// Adds a chunk if the last one is full.
  @inlinable mutating func makeRoomAtEnd() {
    if let last = groups.last?.chunks.last, last.rows.count < RowChunk<Row>.limit { return }
    if groups.last.map({ $0.chunks.count == RowGroup<Row>.limit }) ?? true { groups.append(RowGroup()) }
    let number = newNumber()
    groups[groups.count - 1].chunks.append(RowChunk(number: number))
    noteChunks(of: groups.count - 1..<groups.count)
  }

  /// Splits the chunk at a location if it is full, and before that its group.
  @inlinable mutating func makeRoom(at location: RowLocation) {
    guard groups[location.group].chunks[location.chunk].rows.count == RowChunk<Row>.limit else { return }
    var (group, chunk) = (location.group, location.chunk)
    if groups[group].chunks.count == RowGroup<Row>.limit {
      groups.insert(groups[group].split(), at: group + 1)
      noteChunks(of: group..<groups.count)
      let kept = groups[group].chunks.count
      if chunk >= kept { (group, chunk) = (group + 1, chunk - kept) }
    }
    let (old, new) = (groups[group].chunks[chunk].number, newNumber())
    let other = groups[group].chunks[chunk].split(number: new)
    for hash in other.hashes { trie.change(hash, chunk: old, to: new) }
    groups[group].chunks.insert(other, at: chunk + 1)
    noteChunks(of: group..<group + 1)
  }

  /// Returns a number that no chunk has.
  @inlinable mutating func newNumber() -> Int {
    if let number = freeNumbers.popLast() { return number }
    chunkLocations.append((0, 0))
    return chunkLocations.count - 1
  }

  /// Notes where the chunks of these groups are.
  @inlinable mutating func noteChunks(of changed: Range<Int>) {
    for group in changed {
      for chunk in groups[group].chunks.indices {
        chunkLocations[groups[group].chunks[chunk].number] = (group, chunk)
      }
    }
  }

  /// Removes the row at a location.
  @inlinable mutating func removeRow(at location: RowLocation, hash: UInt32) -> Row {
    let (group, chunk) = (location.group, location.chunk)
    let row = groups[group].chunks[chunk].remove(at: location.row)
    trie.change(hash, chunk: groups[group].chunks[chunk].number, to: nil)
    groups[group].count -= 1
    total -= 1
    if groups[group].chunks[chunk].rows.isEmpty { removeChunk(group, chunk) } else { mergeChunk(group, chunk) }
    return row
  }

  /// Merges a chunk with a neighbor in its group if both are small.
  @inlinable mutating func mergeChunk(_ group: Int, _ chunk: Int) {
    for right in [chunk + 1, chunk] where right > 0 && right < groups[group].chunks.count {
      let (number, other) = (groups[group].chunks[right - 1].number, groups[group].chunks[right])
      if groups[group].chunks[right - 1].rows.count + other.rows.count > RowChunk<Row>.limit / 2 { continue }
      for hash in other.hashes { trie.change(hash, chunk: other.number, to: number) }
      groups[group].chunks[right - 1].rows += other.rows
      groups[group].chunks[right - 1].hashes += other.hashes
      return removeChunk(group, right)
    }
  }

  /// Removes a chunk whose rows are gone, and merges its group with a neighbor if both are small.
  @inlinable mutating func removeChunk(_ group: Int, _ chunk: Int) {
    freeNumbers.append(groups[group].chunks.remove(at: chunk).number)
    if groups[group].chunks.isEmpty {
      groups.remove(at: group)
      return noteChunks(of: group..<groups.count)
    }
    for right in [group + 1, group] where right > 0 && right < groups.count {
      if groups[right - 1].chunks.count + groups[right].chunks.count > RowGroup<Row>.limit / 2 { continue }
      let other = groups.remove(at: right)
      groups[right - 1].chunks += other.chunks
      groups[right - 1].count += other.count
      return noteChunks(of: right - 1..<groups.count)
    }
    noteChunks(of: group..<group + 1)
  }
}
