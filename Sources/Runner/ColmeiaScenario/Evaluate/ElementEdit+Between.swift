import ColmeiaBase

extension ElementEdit {
  /// The maximum number of elements by which a list is assumed to have been shifted.
  private static let longestShift = 64
  /// The number of elements from which on it is examined whether a list has been shifted.
  private static let shortestList = 8
  /// The maximum number of shifts that are tried in full.
  private static let tries = 4

  /// Returns the edits that turn a list into another one. The equal elements at both ends are no part of them, nor are
  /// those that were shifted because some were removed at one end and others added at the other, as in a history with a
  /// limit. All other elements are compared by position. (The standard library's `difference(from:)` takes quadratic
  /// time if most elements differ.)
  ///
  /// - Parameter areSame: Returns whether an element of the older list and one of the newer list are the same.
  /// - Complexity: O(*n*).
  package static func between(
    _ oldCount: Int, _ newCount: Int, _ areSame: (_ old: Int, _ new: Int) -> Bool
  ) -> [ElementEdit] {
    let both = min(oldCount, newCount)
    let head = (0..<both).first { !areSame($0, $0) } ?? both
    let tail = (0..<both - head).first { !areSame(oldCount - 1 - $0, newCount - 1 - $0) } ?? both - head
    let edit = ElementEdit(head..<oldCount - tail, head..<newCount - tail)
    if edit.old.isEmpty, edit.new.isEmpty { return [] }
    if let edits = edit.shifted(areSame) { return edits }
    return oldCount == newCount ? inPlace(edit.old.filter { !areSame($0, $0) }) : [edit]
  }

  /// Returns the edits of elements most of which were shifted, or `nil` if they weren't.
  private func shifted(_ areSame: (Int, Int) -> Bool) -> [ElementEdit]? {
    let shortest = min(old.count, new.count)
    guard shortest > Self.shortestList else { return nil }
    var tries = 0
    for distance in 1...min(Self.longestShift, shortest / 2) where tries < Self.tries {
      for (oldStart, newStart) in [
        (old.lowerBound + distance, new.lowerBound), (old.lowerBound, new.lowerBound + distance),
      ] where areSame(oldStart, newStart) {
        tries += 1
        let count = min(old.upperBound - oldStart, new.upperBound - newStart)
        let shift = newStart - oldStart
        let others = (oldStart..<oldStart + count).filter { !areSame($0, $0 + shift) }
        guard others.count * 2 <= count else { continue }
        let first = ElementEdit(old.lowerBound..<oldStart, new.lowerBound..<newStart)
        let last = ElementEdit(oldStart + count..<old.upperBound, newStart + count..<new.upperBound)
        return [first] + Self.inPlace(others, shift: shift) + [last]
      }
    }
    return nil
  }

  /// Returns the edits that replace the elements at these positions, which must be in order, by the same number of others.
  ///
  /// - Parameter shift: The distance of each element in the newer list from that in the older one.
  private static func inPlace(_ positions: some Sequence<Int>, shift: Int = 0) -> [ElementEdit] {
    var edits: [ElementEdit] = []
    for position in positions {
      if let last = edits.last?.old, last.upperBound == position {
        edits.removeLast()
        edits.append(ElementEdit(last.lowerBound..<position + 1, last.lowerBound + shift..<position + shift + 1))
      } else {
        edits.append(ElementEdit(position..<position + 1, position + shift..<position + shift + 1))
      }
    }
    return edits
  }
}
