/// A radix tree whose elements are stored in *slots*, and can be found by slot or by position.
///
/// Eight slots form a leaf, which lists them in the order of their elements. Leaves are numbered in the order of their
/// creation. This is also their position in the vector until an element is inserted between two full leaves; from then
/// on, a ``LeafOrder`` determines their order. So insertions don't move elements, except those of one leaf that is full
/// and must be split. Changing an element doesn't access the order.
///
/// A change makes the nodes between the root and one leaf unique. It copies one path if an earlier value is still in
/// use, and nothing otherwise. Nodes are narrow (8), because copying a node retains everything in it, which is most of
/// the cost of a change. The width was determined by measurement.
///
/// Nodes are read through `Unmanaged`, without retaining each level: the vector that is being read keeps its root, and
/// therefore the whole tree, alive during the call.
///
/// `@unchecked Sendable`: A node is written only through `walk`, which has exclusive access to the vector (`inout`) and
/// has either found every node from the root to this one uniquely referenced, or just created it. Therefore, a node
/// that two vectors can reach is never written.
@usableFromInline struct PersistentVector<Element>: @unchecked Sendable where Element: Sendable {
  @usableFromInline typealias Leaf = VectorLeaf<Element>
  @usableFromInline typealias Inner = VectorInner

  /// A `Leaf` if `height` is 0; otherwise, an `Inner` whose children have a height that is one less. Every
  /// `unsafeDowncast` in this file relies on that.
  @usableFromInline var root: AnyObject
  @usableFromInline var height = 0
  /// The number of elements.
  @usableFromInline var count = 0
  /// The number of slots that were ever used, including holes, which is also the next unused slot.
  @usableFromInline var end = 0
  @usableFromInline var order = LeafOrder()
  /// Whether elements were added only at the end. In that case, if there are no holes, slots and positions are equal.
  @usableFromInline var isAppended = true

  @inlinable init() { root = Leaf.make() }

  /// Returns the node of the given height on the path to `slot`.
  @inlinable func node(_ slot: Int, height target: Int) -> Unmanaged<AnyObject> {
    var node = Unmanaged.passUnretained(root)
    var level = height
    while level > target {
      node = Inner.child(node, Slots.index(slot, level))
      level &-= 1
    }
    return node
  }

  /// Returns a pointer for reading the element at a slot that isn't a hole. It is valid as long as the vector.
  @inlinable func peek(_ slot: Int) -> UnsafePointer<Element> {
    withLeaf(of: slot) { UnsafePointer($0.pointer(Slots.offset(slot))) }
  }

  @inlinable func withLeaf<T>(of slot: Int, _ body: (Leaf) -> T) -> T {
    node(slot, height: 0)._withUnsafeGuaranteedRef { body(unsafeDowncast($0, to: Leaf.self)) }
  }

  /// Returns the leaf of `slot`, after making every node on the path unique. Adds `delta` to the counts on the path,
  /// and creates missing nodes at the end of the tree.
  @inlinable mutating func walk(to slot: Int, adding delta: Int) -> Unmanaged<Leaf> {
    var level = height
    return withUnsafeMutablePointer(to: &root) { root in
      var place = root
      while level > 0 {
        place = place.withMemoryRebound(to: Inner.self, capacity: 1) { inner in
          if !isKnownUniquelyReferenced(&inner.pointee) { inner.pointee = inner.pointee.copied() }
          return Unmanaged.passUnretained(inner.pointee)._withUnsafeGuaranteedRef {
            Self.step($0, Slots.index(slot, level), level, delta)
          }
        }
        level &-= 1
      }
      return place.withMemoryRebound(to: Leaf.self, capacity: 1) { leaf in
        if !isKnownUniquelyReferenced(&leaf.pointee) { leaf.pointee = leaf.pointee.copied() }
        return Unmanaged.passUnretained(leaf.pointee)
      }
    }
  }

  /// Returns the location of a child, after adding `delta` to its count. Creates the child if it is missing.
  @inlinable static func step(
    _ inner: Inner, _ index: Int, _ level: Int, _ delta: Int
  ) -> UnsafeMutablePointer<AnyObject> {
    if delta != 0 {
      if index == inner.count { inner.add(level == 1 ? Leaf.make() : Inner.make(), live: 0) }
      inner.pointer(index).pointee.live += delta
    }
    // `node` is the first field of a child.
    return UnsafeMutableRawPointer(inner.pointer(index)).assumingMemoryBound(to: AnyObject.self)
  }
}
