extension PersistentVector {
  /// The place of the element at a slot that is not a hole, for writing until the vector is next used.
  @inlinable mutating func place(_ slot: Int) -> UnsafeMutablePointer<Element> {
    walk(to: slot, adding: 0)._withUnsafeGuaranteedRef { $0.pointer(Self.offset(slot)) }
  }

  /// Adds an element and returns its slot.
  @inlinable mutating func append(_ element: Element) -> Int {
    let slot = end
    if slot == Self.span(height) {
      let inner = Inner.make()
      inner.add(root, live: count)
      root = inner
      height += 1
    }
    let index = Self.offset(slot)
    walk(to: slot, adding: 1)._withUnsafeGuaranteedRef { leaf in
      leaf.pointer(index).initialize(to: element)
      leaf.mask |= 1 &<< UInt32(index)
    }
    end += 1
    count += 1
    return slot
  }

  /// Makes a hole of a slot whose element has been moved out.
  @inlinable mutating func vacate(_ slot: Int) {
    walk(to: slot, adding: -1)._withUnsafeGuaranteedRef {
      $0.mask &= ~(1 &<< UInt32(Self.offset(slot)))
    }
    count -= 1
  }

  /// Whether holes outnumber the elements, and fill more than a few leaves.
  @inlinable var isSparse: Bool { end - count > Swift.max(count, 8 * Leaf.width) }

  /// The slot of the element that has `position` elements before it.
  @inlinable func slot(at position: Int) -> Int {
    if count == end { return position }
    var left = position
    var slot = 0
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
      slot += index * Self.span(level - 1)
      node = Self.child(node, index)
    }
    let mask = node._withUnsafeGuaranteedRef { unsafeDowncast($0, to: Leaf.self).mask }
    for index in SetBits(mask) {
      if left == 0 { return slot + index }
      left -= 1
    }
    preconditionFailure("position \(position) is out of range of \(count) elements")
  }

  /// The number of elements before a slot.
  @inlinable func position(of slot: Int) -> Int {
    if count == end { return slot }
    var before = 0
    var node = Unmanaged.passUnretained(root)
    for level in stride(from: height, to: 0, by: -1) {
      let index = Self.index(slot, level)
      node._withUnsafeGuaranteedRef { node in
        let children = unsafeDowncast(node, to: Inner.self).pointer(0)
        for sibling in 0..<index { before += children[sibling].live }
      }
      node = Self.child(node, index)
    }
    let mask = node._withUnsafeGuaranteedRef { unsafeDowncast($0, to: Leaf.self).mask }
    return before + (mask & (1 &<< UInt32(Self.offset(slot)) &- 1)).nonzeroBitCount
  }

  /// Walks over the elements in slot order, a leaf at a time.
  @usableFromInline struct Cursor {
    @usableFromInline let vector: PersistentVector
    @usableFromInline var leaf: Leaf?
    /// The elements of the leaf that are still to come.
    @usableFromInline var ahead = SetBits(0)
    /// The first slot of the next leaf.
    @usableFromInline var next: Int

    /// `start` is the first slot of a leaf.
    @inlinable init(_ vector: PersistentVector, from start: Int = 0) {
      self.vector = vector
      next = start
    }

    /// The next element's slot and place, which is for reading until the cursor is next used.
    @inlinable mutating func advance() -> (slot: Int, place: UnsafePointer<Element>)? {
      while true {
        if let leaf, let index = ahead.next() {
          return (next - Leaf.width + index, UnsafePointer(leaf.pointer(index)))
        }
        guard next < vector.end else { return nil }
        let node = vector.node(next, height: 0).takeUnretainedValue()
        let reached = unsafeDowncast(node, to: Leaf.self)
        leaf = reached
        ahead = SetBits(reached.mask)
        next += Leaf.width
      }
    }
  }
}

extension PersistentVector where Element: Equatable {
  /// Whether both hold equal elements in the same order.
  ///
  /// Both trees are walked slot by slot, and a subtree that is the same object in both is passed over.
  /// Where their holes first differ the rest is compared element by element. Nothing is lost by that:
  /// an element keeps its slot, so from there on at least one side holds only what it appended
  /// after the two parted, and such leaves are never shared.
  @inlinable static func equal(_ left: Self, _ right: Self) -> Bool {
    guard left.count == right.count else { return false }
    let end = Swift.min(left.end, right.end)
    let top = Swift.min(left.height, right.height)
    var slot = 0
    while slot < end {
      var height = top
      var (a, b) = (left.node(slot, height: top), right.node(slot, height: top))
      while a.toOpaque() != b.toOpaque() {
        if height == 0 {
          guard let areEqual = equalLeaves(a, b) else { return equalElements(left, right, from: slot) }
          if !areEqual { return false }
          break
        }
        let index = index(slot, height)
        (a, b) = (child(a, index), child(b, index))
        height -= 1
      }
      slot = (slot | (span(height) - 1)) + 1
    }
    return true
  }

  /// `nil` when the holes differ.
  @inlinable static func equalLeaves(_ a: Unmanaged<AnyObject>, _ b: Unmanaged<AnyObject>) -> Bool? {
    a._withUnsafeGuaranteedRef { a in
      b._withUnsafeGuaranteedRef { b in
        let (a, b) = (unsafeDowncast(a, to: Leaf.self), unsafeDowncast(b, to: Leaf.self))
        guard a.mask == b.mask else { return nil }
        for index in SetBits(a.mask) where a.pointer(index).pointee != b.pointer(index).pointee {
          return false
        }
        return true
      }
    }
  }

  @inlinable static func equalElements(_ left: Self, _ right: Self, from slot: Int) -> Bool {
    var (left, right) = (Cursor(left, from: slot), Cursor(right, from: slot))
    while let a = left.advance(), let b = right.advance() {
      if a.place.pointee != b.place.pointee { return false }
    }
    return true
  }
}
