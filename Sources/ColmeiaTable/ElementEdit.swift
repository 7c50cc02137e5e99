/// A range of elements of an older list, and the range of the newer list that has replaced it.
package struct ElementEdit: Sendable, Hashable {
  /// The positions in the older list.
  package var old: Range<Int>
  /// The positions in the newer list.
  package var new: Range<Int>

  package init(_ old: Range<Int>, _ new: Range<Int>) { (self.old, self.new) = (old, new) }

  /// Returns the edits that replace the elements at these positions, which must be in order, by the same number of others.
  ///
  /// - Parameter shift: The distance of each element in the newer list from that in the older one.
  package static func inPlace(_ positions: some Sequence<Int>, shift: Int = 0) -> [ElementEdit] {
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
