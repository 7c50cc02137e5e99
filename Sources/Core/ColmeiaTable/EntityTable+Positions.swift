// Changes by position, as lists in user interfaces report them.
extension EntityTable {
  /// Removes and returns the row at a position. Ends the program if `position` isn't in `0..<count`.
  ///
  /// - Complexity: O(√*n*).
  @discardableResult public mutating func remove(at position: Int) -> Row {
    if position < 0 || position >= count { Self.fail("remove(at:)", position, "0..<\(count)") }
    let row = self[position]
    remove(id: row.id)
    return row
  }

  /// Removes the rows at these positions, such as those that SwiftUI's `onDelete` reports.
  ///
  /// Positions that don't exist are ignored, because a front end may still show rows that are gone. If others can change
  /// the table meanwhile, send the ids of rows instead.
  ///
  /// - Parameter offsets: The positions, in any order. Repeated ones count once.
  /// - Complexity: O(*m* √*n*), where *m* is the number of positions.
  public mutating func remove(atOffsets offsets: some Sequence<Int>) {
    for id in offsets.filter(indices.contains).map({ self[$0].id }) { remove(id: id) }
  }

  /// Moves the rows at these positions, in their order, before the row at `destination`, such as those that SwiftUI's
  /// `onMove` reports. Positions that don't exist are ignored, as in ``remove(atOffsets:)``.
  ///
  /// - Parameters:
  ///   - offsets: The positions, in any order. Repeated ones count once.
  ///   - destination: A position in the table as it is before the move. The count, or more, moves the rows to the end.
  /// - Complexity: O(*m* √*n*), where *m* is the number of positions.
  public mutating func move(fromOffsets offsets: some Sequence<Int>, toOffset destination: Int) {
    let destination = Swift.min(Swift.max(destination, 0), count)
    let sources = Set(offsets.filter(indices.contains)).sorted().map { (position: $0, id: self[$0].id) }
    var next = destination
    for source in sources {
      // A row from before the destination leaves a gap there, which moves the destination back.
      if source.position < destination { move(source.id, to: destination - 1) } else { move(source.id, to: next) }
      if source.position >= destination { next += 1 }
    }
  }

  /// Returns a table of the rows for which `isIncluded` returns `true`.
  ///
  /// - Throws: Any error that `isIncluded` throws.
  /// - Complexity: O(*n*).
  public func filter(_ isIncluded: (Row) throws -> Bool) rethrows -> EntityTable {
    var rows = self
    try rows.removeAll { try !isIncluded($0) }
    return rows
  }
}
