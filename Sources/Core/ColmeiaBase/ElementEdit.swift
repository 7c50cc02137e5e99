/// A range of elements of an older list, and the range of the newer list that has replaced it.
@usableFromInline package struct ElementEdit: Sendable, Hashable {
  /// The positions in the older list.
  @usableFromInline package var old: Range<Int>
  /// The positions in the newer list.
  @usableFromInline package var new: Range<Int>

  @usableFromInline package init(_ old: Range<Int>, _ new: Range<Int>) { (self.old, self.new) = (old, new) }
}
