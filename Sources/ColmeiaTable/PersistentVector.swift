/// A radix tree of elements at *slots*, found by their slot and by their position.
///
/// Eight slots are a leaf, which lists them in the order of their elements. Leaves are numbered as they are
/// made, and that is their order too until an element belongs between two full ones; from then on a
/// ``LeafOrder`` tells it. So inserting moves no element, but for those of one leaf that is full and
/// split. Changing an element never asks for the order.
///
/// A change makes the nodes between the root and one leaf its own, so it copies one path when somebody
/// holds an earlier value, and nothing when nobody does. Nodes are narrow (8), because copying one retains
/// everything in it, and these retains are most of what a change costs; the width was found by measuring.
///
/// Nodes are read through `Unmanaged`, without a retain per level: the vector that is being read keeps
/// its root, and so the whole tree, alive during the call.
///
/// `@unchecked Sendable`: a node is written only through `walk`, which holds the vector exclusively
/// (`inout`) and has found every node from the root to this one uniquely referenced, or has just made
/// it. A node that two vectors can reach is therefore never written.
@usableFromInline struct PersistentVector<Element>: @unchecked Sendable where Element: Sendable {
  @usableFromInline typealias Leaf = VectorLeaf<Element>
  @usableFromInline typealias Inner = VectorInner

  /// A `Leaf` when `height` is 0, else an `Inner` whose children have one height less: every
  /// `unsafeDowncast` in this file rests on that.
  @usableFromInline var root: AnyObject
  @usableFromInline var height = 0
  /// The number of elements.
  @usableFromInline var count = 0
  /// The next slot that was never used: elements and holes together.
  @usableFromInline var end = 0
  @usableFromInline var order = LeafOrder()
  /// Whether elements were added at the end only: then, without holes, a slot is a position.
  @usableFromInline var isAppended = true

  @inlinable init() { root = Leaf.make() }

  /// The number of slots below a node of this height.
  @inlinable static func span(_ height: Int) -> Int { 1 &<< (Leaf.bits &+ height &* Inner.bits) }

  /// Where in its leaf a slot is.
  @inlinable static func offset(_ slot: Int) -> Int { slot & (Leaf.width &- 1) }

  /// Which child of an inner node of this height leads to `slot`.
  @inlinable static func index(_ slot: Int, _ height: Int) -> Int {
    (slot &>> (Leaf.bits &+ (height &- 1) &* Inner.bits)) & (Inner.width &- 1)
  }

  @inlinable static func child(_ node: Unmanaged<AnyObject>, _ index: Int) -> Unmanaged<AnyObject> {
    node._withUnsafeGuaranteedRef {
      Unmanaged.passUnretained(unsafeDowncast($0, to: Inner.self).pointer(index).pointee.node)
    }
  }

  /// The node of the given height on the way to `slot`.
  @inlinable func node(_ slot: Int, height target: Int) -> Unmanaged<AnyObject> {
    var node = Unmanaged.passUnretained(root)
    var level = height
    while level > target {
      node = Self.child(node, Self.index(slot, level))
      level &-= 1
    }
    return node
  }

  /// The place of the element at a slot that is not a hole, for reading while the vector lives.
  @inlinable func peek(_ slot: Int) -> UnsafePointer<Element> {
    withLeaf(of: slot) { UnsafePointer($0.pointer(Self.offset(slot))) }
  }

  @inlinable func withLeaf<T>(of slot: Int, _ body: (Leaf) -> T) -> T {
    node(slot, height: 0)._withUnsafeGuaranteedRef { body(unsafeDowncast($0, to: Leaf.self)) }
  }

  /// The leaf of `slot`, after every node on the way has become this vector's own. `delta` is added to
  /// the counts on the way; nodes that are missing at the end of the tree are made.
  @inlinable mutating func walk(to slot: Int, adding delta: Int) -> Unmanaged<Leaf> {
    var level = height
    return withUnsafeMutablePointer(to: &root) { root in
      var place = root
      while level > 0 {
        place = place.withMemoryRebound(to: Inner.self, capacity: 1) { inner in
          if !isKnownUniquelyReferenced(&inner.pointee) { inner.pointee = inner.pointee.copied() }
          return Unmanaged.passUnretained(inner.pointee)._withUnsafeGuaranteedRef {
            Self.step($0, Self.index(slot, level), level, delta)
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

  /// The place of a child, which is made when it is missing, with `delta` added to its count.
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
