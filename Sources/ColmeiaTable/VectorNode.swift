/// The header of a ``PersistentVector`` leaf.
@usableFromInline struct LeafHeader {
  @usableFromInline var places = LeafPlaces()
  /// The label in the ``LeafOrder``, or `Int.min` if the leaf still has its initial label.
  @usableFromInline var label = Int.min

  @inlinable init() {}
}

/// A leaf of a ``PersistentVector``: up to eight elements, which stay at their places, and their order.
@usableFromInline final class VectorLeaf<Element>: ManagedBuffer<LeafHeader, Element> {
  // This code isn't specialized, so one call for several elements is much cheaper than one call for each.
  @inlinable deinit {
    let dense = places.dense
    pointer(0).deinitialize(count: dense)
    for index in places.dropping(dense) { pointer(index).deinitialize(count: 1) }
  }

  @inlinable static func make() -> VectorLeaf {
    let leaf = create(minimumCapacity: Slots.leafWidth) { _ in LeafHeader() }
    // `create` is documented to return an instance of the class that it is called on.
    return unsafeDowncast(leaf, to: VectorLeaf.self)
  }

  @inlinable func copied() -> VectorLeaf {
    let copy = VectorLeaf.make()
    for index in places { copy.pointer(index).initialize(to: pointer(index).pointee) }
    copy.facts.pointee = facts.pointee
    return copy
  }

  /// The header, accessed without the `header` property, whose accesses are checked for exclusivity at run time. The
  /// exclusive access to the vector already covers its nodes.
  @inlinable var facts: UnsafeMutablePointer<LeafHeader> { withUnsafeMutablePointerToHeader { $0 } }

  /// The places of the elements, in order.
  @inlinable var places: LeafPlaces {
    get { facts.pointee.places }
    set { facts.pointee.places = newValue }
  }

  /// Returns a pointer to element `index`, which doesn't move as long as the node exists.
  @inlinable func pointer(_ index: Int) -> UnsafeMutablePointer<Element> {
    withUnsafeMutablePointerToElements { $0 + index }
  }
}

/// A child of an inner node, with the number of elements below it. This number makes it possible to find positions
/// although removed elements leave holes.
@usableFromInline struct VectorChild {
  @usableFromInline var node: AnyObject
  @usableFromInline var live: Int
}

/// An inner node of a ``PersistentVector``. The header is the number of its children. The class isn't generic, so that
/// releasing the children is compiled code rather than interpreted metadata.
@usableFromInline final class VectorInner: ManagedBuffer<Int, VectorChild> {
  deinit {
    for index in 0..<count { _ = pointer(index).move() }
  }

  @inlinable static var bits: Int { 3 }
  @inlinable static var width: Int { 1 << bits }

  /// Returns a child of an inner node.
  @inlinable static func child(_ node: Unmanaged<AnyObject>, _ index: Int) -> Unmanaged<AnyObject> {
    node._withUnsafeGuaranteedRef {
      Unmanaged.passUnretained(unsafeDowncast($0, to: VectorInner.self).pointer(index).pointee.node)
    }
  }

  @usableFromInline static func make() -> VectorInner {
    let inner = create(minimumCapacity: width) { _ in 0 }
    // `create` is documented to return an instance of the class that it is called on.
    return unsafeDowncast(inner, to: VectorInner.self)
  }

  @usableFromInline func copied() -> VectorInner {
    let copy = VectorInner.make()
    for index in 0..<count { copy.pointer(index).initialize(to: pointer(index).pointee) }
    copy.count = count
    return copy
  }

  /// The number of children, accessed in the same way as the header of a leaf.
  @inlinable var count: Int {
    get { withUnsafeMutablePointerToHeader { $0.pointee } }
    set { withUnsafeMutablePointerToHeader { $0.pointee = newValue } }
  }

  @inlinable func pointer(_ index: Int) -> UnsafeMutablePointer<VectorChild> {
    withUnsafeMutablePointerToElements { $0 + index }
  }

  @usableFromInline func add(_ node: AnyObject, live: Int) {
    pointer(count).initialize(to: VectorChild(node: node, live: live))
    count += 1
  }
}
