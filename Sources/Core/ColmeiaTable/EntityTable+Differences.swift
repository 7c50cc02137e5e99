import ColmeiaBase

// What differs between two tables.
extension EntityTable {
  /// Returns the rows that may differ from those of an older table from which this one was derived, in order. All rows
  /// between them are the same. Returns `nil` if the changes since then are unknown; see ``changes(since:)``.
  ///
  /// - Complexity: O(*m* √*n*), where *m* is the number of changes.
  package func edits(since old: Self) -> [ElementEdit]? {
    guard let changes = changes.entries(since: old.changes.stamp) else { return nil }
    if changes.contains(where: { $0.id == nil }) { return nil }  // the table was sorted
    let ids = Set(changes.compactMap { $0.id })
    // All other rows have kept their order.
    var changed = ids.compactMap(position).sorted()[...]
    var removed = ids.compactMap(old.position).sorted()[...]
    var edits: [ElementEdit] = []
    var (here, there) = (0, 0)
    while !changed.isEmpty || !removed.isEmpty {
      let same = Swift.min((changed.first ?? count) - here, (removed.first ?? old.count) - there)
      (here, there) = (here + same, there + same)
      guard changed.first == here || removed.first == there else { return nil }
      let (start, oldStart) = (here, there)
      while changed.first == here { (changed, here) = (changed.dropFirst(), here + 1) }
      while removed.first == there { (removed, there) = (removed.dropFirst(), there + 1) }
      edits.append(ElementEdit(oldStart..<there, start..<here))
    }
    return edits
  }

  /// Returns the ranges of rows that don't share their chunk with the same rows of another table, in order. All rows
  /// between them are the same. This works for any two tables of which one was derived from the other, or both from a
  /// third one, whichever changes were made.
  ///
  /// - Complexity: O(√*n* + *m*), where *m* is the number of rows in these ranges.
  @inlinable package func unshared(with old: Self) -> [ElementEdit] {
    var edits: [ElementEdit] = []
    // The ends of the last shared rows, and the position of the next ones.
    var (end, oldEnd, position) = (0, 0, 0)
    let starts = old.groups.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.count) }
    func share(_ count: Int, at oldPosition: Int) {
      if end < position || oldEnd < oldPosition { edits.append(ElementEdit(oldEnd..<oldPosition, end..<position)) }
      position += count
      (end, oldEnd) = (position, oldPosition + count)
    }
    for group in groups {
      if let location = old.location(ofChunk: group.chunks[0].number), group.isShared(with: old.groups[location.group])
      {
        share(group.count, at: starts[location.group])
        continue
      }
      for chunk in group.chunks {
        if let location = old.location(ofChunk: chunk.number),
          chunk.isShared(with: old.groups[location.group].chunks[location.chunk])
        {
          let before = old.groups[location.group].chunks[..<location.chunk].reduce(0) { $0 + $1.rows.count }
          share(chunk.rows.count, at: starts[location.group] + before)
        } else {
          position += chunk.rows.count
        }
      }
    }
    share(0, at: old.count)
    return edits
  }

  /// Returns whether both tables have as many rows, and `areAlike` for all pairs of rows at the same position. Rows that
  /// both tables share aren't compared.
  @inlinable func matches(_ other: Self, _ areAlike: (Row, Row) -> Bool) -> Bool {
    guard count == other.count else { return false }
    let edits = unshared(with: other)
    // Shared rows at another position have to be compared, too.
    let ranges = edits.allSatisfy { $0.old == $0.new } ? edits.map(\.new) : [0..<count]
    return ranges.allSatisfy { range in
      var (left, right) = (iterator(from: range.lowerBound), other.iterator(from: range.lowerBound))
      for _ in range {
        guard let row = left.next(), let other = right.next(), areAlike(row, other) else { return false }
      }
      return true
    }
  }

  /// Returns the rows at these positions.
  ///
  /// - Complexity: O(√*n* + *m*), where *m* is the number of positions.
  package func rows(at positions: Range<Int>) -> [Row] {
    var rows = iterator(from: positions.lowerBound)
    return positions.compactMap { _ in rows.next() }
  }

  @inlinable func iterator(from position: Int) -> Iterator {
    position == count ? Iterator([], (0, 0, 0)) : Iterator(groups, location(at: position))
  }
}
