extension PersistentVector {
  /// The result of an insertion: the slot of the new element, and the places that were moved from one leaf to another.
  @usableFromInline struct Insertion {
    @usableFromInline var slot: Int
    @usableFromInline var moved = LeafPlaces()
    /// The first slots of the leaf from which the elements were moved, and of the leaf to which they were moved.
    @usableFromInline var source = 0
    @usableFromInline var target = 0

    @inlinable init(slot: Int) { self.slot = slot }
  }

  /// Inserts an element at `position`.
  @inlinable mutating func insert(_ element: Element, at position: Int) -> Insertion {
    isAppended = false
    var (start, rank) = position < count ? leaf(at: position) : lastLeaf()
    // The place before the first element of a leaf is also the place after the last element of the previous leaf.
    if rank == 0, freeSlot(start) == nil, let previous = leaf(before: start), freeSlot(previous) != nil {
      (start, rank) = (previous, withLeaf(of: previous) { $0.places.count })
    }
    guard let slot = freeSlot(start) else { return insert(element, besideFull: start, at: rank) }
    if slot >= end { grow(by: 1) }
    put(element, at: slot, rank: rank)
    if !order.isNumerical { order.add(1, at: label(ofLeafAt: start)) }
    return Insertion(slot: slot)
  }

  /// Inserts an element beside a full leaf: into a new leaf next to it, or, if the element belongs between two elements
  /// of the leaf, into its first half after splitting it.
  @inlinable mutating func insert(_ element: Element, besideFull start: Int, at rank: Int) -> Insertion {
    if order.isNumerical { order = LeafOrder(leaves: (end + Slots.leafWidth - 1) &>> Slots.leafBits, live: count) }
    let label =
      rank == 0 ? freeLabel(start, { $0.freeLabel(before: $1) }) : freeLabel(start, { $0.freeLabel(after: $1) })
    end = (end + Slots.leafWidth - 1) & ~(Slots.leafWidth - 1)
    var insertion = Insertion(slot: end)
    grow(by: Slots.leafWidth)
    let new = insertion.slot
    if rank == 0 || rank == Slots.leafWidth {
      put(element, at: new, rank: 0)
      insert(LeafOrder.Entry(label: label, live: 1, leaf: new &>> Slots.leafBits))
    } else {
      (insertion.source, insertion.target) = (start, new)
      insertion.moved = split(start, at: rank, into: new)
      insertion.slot = start + insertion.moved[0]
      put(element, at: insertion.slot, rank: rank)
      order.add(1 - insertion.moved.count, at: self.label(ofLeafAt: start))
      insert(LeafOrder.Entry(label: label, live: insertion.moved.count, leaf: new &>> Slots.leafBits))
    }
    set(label, ofLeafAt: new)
    return insertion
  }

  /// Moves the elements from `rank` on to the same places of a new leaf.
  @inlinable mutating func split(_ start: Int, at rank: Int, into new: Int) -> LeafPlaces {
    let moved = withLeaf(of: start) { $0.places.dropping(rank) }
    let source = walk(to: start, adding: -moved.count)
    // The source leaf stays in place, because this vector now owns it exclusively.
    let target = walk(to: new, adding: moved.count)
    source._withUnsafeGuaranteedRef { source in
      target._withUnsafeGuaranteedRef { target in
        for place in moved { target.pointer(place).moveInitialize(from: source.pointer(place), count: 1) }
        target.places = moved
        source.places = source.places.keeping(rank)
      }
    }
    return moved
  }

  /// Returns an unused label next to that of a leaf, after spreading labels if necessary.
  @inlinable mutating func freeLabel(_ start: Int, _ find: (LeafOrder, Int) -> Int?) -> Int {
    if let label = find(order, label(ofLeafAt: start)) { return label }
    let crowded = label(ofLeafAt: start)
    let labels = changeOrder { order, rows in order.spread(around: crowded, rows) }
    for (leaf, label) in labels { set(label, ofLeafAt: leaf &<< Slots.leafBits) }
    guard let label = find(order, label(ofLeafAt: start)) else { fatalError("labels that were spread leave room") }
    return label
  }

  @inlinable mutating func set(_ label: Int, ofLeafAt start: Int) {
    walk(to: start, adding: 0)._withUnsafeGuaranteedRef { $0.facts.pointee.label = label }
  }

  /// Returns the lowest free slot of the leaf that begins at `start`.
  @inlinable func freeSlot(_ start: Int) -> Int? {
    withLeaf(of: start) { $0.places.free }.map { start + $0 }
  }

  /// Returns the last leaf and its number of elements. The order must not be numerical.
  @inlinable func lastLeaf() -> (start: Int, rank: Int) {
    let start = (order.last(before: .max)?.leaf ?? 0) &<< Slots.leafBits
    return (start, withLeaf(of: start) { $0.places.count })
  }

  /// Returns the first slot of the leaf before the one that begins at `start`.
  @inlinable func leaf(before start: Int) -> Int? {
    guard order.isNumerical else {
      return order.last(before: label(ofLeafAt: start)).map { $0.leaf &<< Slots.leafBits }
    }
    return start == 0 ? nil : start - Slots.leafWidth
  }

  @inlinable mutating func insert(_ leaf: LeafOrder.Entry) { changeOrder { $0.insert(leaf, $1) } }

  /// Changes the order, with access to the number of elements in the leaves.
  @inlinable mutating func changeOrder<Result>(_ body: (inout LeafOrder, LeafOrder.Rows) -> Result) -> Result {
    var changed = LeafOrder()
    swap(&changed, &order)
    defer { swap(&changed, &order) }
    return body(&changed, elements(inLeaves:))
  }
}
