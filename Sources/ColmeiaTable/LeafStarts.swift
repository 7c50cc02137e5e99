/// An iterator over the first slots of all leaves, in order.
@usableFromInline struct LeafStarts: IteratorProtocol {
  @usableFromInline let order: LeafOrder
  @usableFromInline let end: Int
  @usableFromInline var current: Int
  /// The next entries of the current node, if the order isn't numerical.
  @usableFromInline var entries: ArraySlice<LeafOrder.Entry> = []
  /// The remaining leaves of the current run, which come before `entries`.
  @usableFromInline var run = 0..<0
  @usableFromInline var label = Int.min

  /// Creates an iterator. `start` applies only if the order is numerical.
  @inlinable init(_ order: LeafOrder, from start: Int = 0, to end: Int) {
    self.order = order
    self.end = end
    current = start &- Slots.leafWidth
  }

  @inlinable mutating func next() -> Int? {
    guard order.isNumerical else { return nextByLabel() }
    guard current &+ Slots.leafWidth < end else { return nil }
    current &+= Slots.leafWidth
    return current
  }

  @usableFromInline mutating func nextByLabel() -> Int? {
    if run.isEmpty {
      if entries.isEmpty, let (node, index) = order.node(from: label) { entries = node[index...] }
      guard let entry = entries.popFirst() else { return nil }
      label = entry.lastLabel + 1
      run = entry.numbers
    }
    current = run.removeFirst() * Slots.leafWidth
    return current
  }
}
