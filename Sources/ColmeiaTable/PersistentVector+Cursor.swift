import ColmeiaNumbers


extension PersistentVector {
  /// An iterator over the elements in order, leaf by leaf.
  @usableFromInline struct Cursor {
    @usableFromInline let vector: PersistentVector
    @usableFromInline var leaf: Leaf?
    /// The remaining elements of the current leaf.
    @usableFromInline var ahead = LeafPlaces()
    @usableFromInline var starts: LeafStarts

    /// Creates a cursor. `start` is the first slot of a leaf; it applies only if the order is numerical.
    @inlinable init(_ vector: PersistentVector, from start: Int = 0) {
      self.vector = vector
      starts = LeafStarts(vector.order, from: start, to: vector.end)
    }

    /// Returns the slot of the next element, and a pointer to it that is valid until the cursor is used again.
    @inlinable mutating func advance() -> (slot: Int, place: UnsafePointer<Element>)? {
      while true {
        if let leaf, let index = ahead.next() { return (starts.current &+ index, UnsafePointer(leaf.pointer(index))) }
        if !enterLeaf() { return nil }
      }
    }

    /// Advances to the beginning of the next leaf, which may be empty.
    @inlinable mutating func enterLeaf() -> Bool {
      guard let start = starts.next() else { return false }
      let node = vector.node(start, height: 0).takeUnretainedValue()
      let reached = unsafeDowncast(node, to: Leaf.self)
      leaf = reached
      ahead = reached.places
      return true
    }
  }
}

extension PersistentVector {
  /// Returns whether both vectors contain equal elements in the same order, according to a reflexive relation.
  ///
  /// If both have the same order of leaves, both trees are traversed slot by slot, and a subtree that is the same
  /// object in both is skipped. From the first difference in the holes on, the rest is compared element by element.
  /// This costs little, because a shared leaf is still skipped if both cursors reach it at the same time.
  @inlinable static func equal(_ left: Self, _ right: Self, by areEqual: (Element, Element) -> Bool) -> Bool {
    guard left.count == right.count else { return false }
    guard left.order === right.order else { return equalElements(left, right, from: 0, areEqual) }
    var result = true
    forEachDifferentLeaf(left, right) { slot, a, b in
      guard let isEqual = equalLeaves(a, b, areEqual) else {
        result = equalElements(left, right, from: slot, areEqual)
        return false
      }
      result = isEqual
      return isEqual
    }
    return result
  }

  /// Calls `body` with each pair of leaves that aren't the same object in both vectors, and one of their slots, until
  /// `body` returns `false`.
  @inlinable static func forEachDifferentLeaf(
    _ left: Self, _ right: Self, _ body: (Int, Unmanaged<AnyObject>, Unmanaged<AnyObject>) -> Bool
  ) {
    let end = Swift.min(left.end, right.end)
    let top = Swift.min(left.height, right.height)
    var slot = 0
    while slot < end {
      var height = top
      var (a, b) = (left.node(slot, height: top), right.node(slot, height: top))
      while a.toOpaque() != b.toOpaque() {
        if height == 0 {
          if !body(slot, a, b) { return }
          break
        }
        let index = Slots.index(slot, height)
        (a, b) = (Inner.child(a, index), Inner.child(b, index))
        height -= 1
      }
      slot = (slot | (Slots.span(height) - 1)) + 1
    }
  }

  /// Returns the slots whose elements have different bytes than in an older vector, or `nil` if elements were added,
  /// removed or moved.
  func changedSlots(since old: Self) -> [Int]? {
    guard count == old.count, end == old.end, height == old.height, order === old.order else { return nil }
    var (slots, isSame) = ([Int](), true)
    Self.forEachDifferentLeaf(self, old) { slot, a, b in
      let (a, b) = (
        unsafeDowncast(a.takeUnretainedValue(), to: Leaf.self), unsafeDowncast(b.takeUnretainedValue(), to: Leaf.self)
      )
      isSame = a.places == b.places
      guard isSame else { return false }
      for index in a.places where !hasSameBytes(a.pointer(index), b.pointer(index), MemoryLayout<Element>.size) {
        slots.append(slot - Slots.offset(slot) + index)
      }
      return true
    }
    return isSame ? slots : nil
  }

  /// Returns whether two leaves contain equal elements, or `nil` if their holes differ.
  @inlinable static func equalLeaves(
    _ a: Unmanaged<AnyObject>, _ b: Unmanaged<AnyObject>, _ areEqual: (Element, Element) -> Bool
  ) -> Bool? {
    a._withUnsafeGuaranteedRef { a in
      b._withUnsafeGuaranteedRef { b in
        let (a, b) = (unsafeDowncast(a, to: Leaf.self), unsafeDowncast(b, to: Leaf.self))
        guard a.places == b.places else { return nil }
        for index in a.places where !areEqual(a.pointer(index).pointee, b.pointer(index).pointee) { return false }
        return true
      }
    }
  }

  /// Compares two vectors element by element. `slot` applies only if both orders are numerical.
  @inlinable static func equalElements(
    _ left: Self, _ right: Self, from slot: Int, _ areEqual: (Element, Element) -> Bool
  ) -> Bool {
    let start = left.order.isNumerical && right.order.isNumerical ? slot : 0
    var (a, b) = (Cursor(left, from: start), Cursor(right, from: start))
    while true {
      if a.ahead.isEmpty, b.ahead.isEmpty {
        let isMore = (a.enterLeaf(), b.enterLeaf())
        if !isMore.0, !isMore.1 { return true }
        if let leaf = a.leaf, leaf === b.leaf, isMore == (true, true) {
          a.ahead = LeafPlaces()
          b.ahead = LeafPlaces()
          continue
        }
      }
      guard let x = a.advance(), let y = b.advance() else { return true }
      if !areEqual(x.place.pointee, y.place.pointee) { return false }
    }
  }
}
