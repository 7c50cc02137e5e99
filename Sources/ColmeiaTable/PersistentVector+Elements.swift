extension PersistentVector {
  /// Returns a pointer for writing to the element at a slot that isn't a hole. It is valid until the vector is used
  /// again.
  @inlinable mutating func place(_ slot: Int) -> UnsafeMutablePointer<Element> {
    walk(to: slot, adding: 0)._withUnsafeGuaranteedRef { $0.pointer(Slots.offset(slot)) }
  }

  /// Adds an element at the end, and returns its slot.
  @inlinable mutating func append(_ element: Element) -> Int {
    guard order.isNumerical else { return insert(element, at: count).slot }
    let slot = end
    grow(by: 1)
    put(element, at: slot, rank: nil)
    return slot
  }

  /// Adds slots at the end.
  @inlinable mutating func grow(by slots: Int) {
    if end == Slots.span(height) {
      let inner = Inner.make()
      inner.add(root, live: count)
      root = inner
      height += 1
    }
    end += slots
  }

  /// Stores an element in a free slot, with `rank` elements before it in its leaf, or at the end of the leaf if `rank`
  /// is `nil`.
  @inlinable mutating func put(_ element: Element, at slot: Int, rank: Int?) {
    walk(to: slot, adding: 1)._withUnsafeGuaranteedRef { leaf in
      leaf.pointer(Slots.offset(slot)).initialize(to: element)
      leaf.places.insert(Slots.offset(slot), at: rank ?? leaf.places.count)
    }
    count += 1
  }

  /// Turns a slot whose element has been moved out into a hole.
  @inlinable mutating func vacate(_ slot: Int) {
    walk(to: slot, adding: -1)._withUnsafeGuaranteedRef { $0.places.remove(Slots.offset(slot)) }
    count -= 1
    if !order.isNumerical { order.add(-1, at: label(ofLeafAt: slot)) }
  }

  /// Whether there are more holes than elements, and the holes fill more than a few leaves.
  @inlinable var isSparse: Bool { end - count > Swift.max(count, 8 * Slots.leafWidth) }

  /// Returns the label of the leaf that contains a slot.
  @inlinable func label(ofLeafAt slot: Int) -> Int {
    let label = withLeaf(of: slot) { $0.facts.pointee.label }
    return label == .min ? LeafOrder.label(ofNumber: slot &>> Slots.leafBits) : label
  }

  /// Returns the leaf of the element at `position`, and the number of elements before it in this leaf.
  @inlinable func leaf(at position: Int) -> (start: Int, rank: Int) {
    guard order.isNumerical else { return leafByLabel(at: position) }
    if count == end { return (position & ~(Slots.leafWidth &- 1), Slots.offset(position)) }
    return leafByNumber(at: position)
  }

  @inlinable func leafByLabel(at position: Int) -> (start: Int, rank: Int) {
    let (leaves, rank) = order.find(position)
    if leaves.count == 1 { return (leaves.lowerBound &<< Slots.leafBits, rank) }
    return leafByNumber(at: elements(beforeLeafOf: leaves.lowerBound &<< Slots.leafBits) + rank)
  }

  /// Returns the leaf of the element at `position` when all leaves are in the order of their numbers.
  @inlinable func leafByNumber(at position: Int) -> (start: Int, rank: Int) {
    var left = position
    var start = 0
    var node = Unmanaged.passUnretained(root)
    for level in stride(from: height, to: 0, by: -1) {
      let index = node._withUnsafeGuaranteedRef { node in
        let children = unsafeDowncast(node, to: Inner.self).pointer(0)
        var index = 0
        while left >= children[index].live {
          left -= children[index].live
          index += 1
        }
        return index
      }
      start += index * Slots.span(level - 1)
      node = Inner.child(node, index)
    }
    return (start, left)
  }

  /// Returns the slot of the element at `position`.
  @inlinable func slot(at position: Int) -> Int {
    if isAppended, count == end { return position }
    let (start, rank) = leaf(at: position)
    return withLeaf(of: start) { start &+ $0.places[rank] }
  }

  /// Returns the number of elements before a slot.
  @inlinable func position(of slot: Int) -> Int {
    if isAppended, count == end { return slot }
    let rank = withLeaf(of: slot) { $0.places.rank(of: Slots.offset(slot)) }
    guard order.isNumerical else { return order.position(of: label(ofLeafAt: slot), elements(inLeaves:)) + rank }
    if count == end { return slot & ~(Slots.leafWidth &- 1) | rank }
    return elements(beforeLeafOf: slot) + rank
  }

  /// Returns the number of elements in the leaves with smaller numbers than the leaf of a slot, which may be the end.
  @inlinable func elements(beforeLeafOf slot: Int) -> Int {
    if slot >= Slots.span(height) { return count }
    var before = 0
    var node = Unmanaged.passUnretained(root)
    for level in stride(from: height, to: 0, by: -1) {
      let index = Slots.index(slot, level)
      let isThere = node._withUnsafeGuaranteedRef { node in
        let inner = unsafeDowncast(node, to: Inner.self)
        for sibling in 0..<Swift.min(index, inner.count) { before += inner.pointer(sibling).pointee.live }
        return index < inner.count
      }
      if !isThere { break }
      node = Inner.child(node, index)
    }
    return before
  }

  /// Returns the number of elements in the leaves with these numbers.
  @usableFromInline func elements(inLeaves numbers: Range<Int>) -> Int {
    elements(beforeLeafOf: numbers.upperBound &<< Slots.leafBits)
      - elements(beforeLeafOf: numbers.lowerBound &<< Slots.leafBits)
  }
}
