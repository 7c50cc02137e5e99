/// The arithmetic of the slots of a ``PersistentVector``. It isn't part of that type, because code that isn't specialized
/// would have to look up the type for each call.
@usableFromInline enum Slots {
  /// The number of bits of a slot that are its offset in its leaf.
  @inlinable static var leafBits: Int { 3 }
  /// The number of slots of a leaf.
  @inlinable static var leafWidth: Int { 1 &<< leafBits }

  /// The number of slots below a node of this height.
  @inlinable static func span(_ height: Int) -> Int { 1 &<< (leafBits &+ height &* VectorInner.bits) }

  /// Returns the index of a slot in its leaf.
  @inlinable static func offset(_ slot: Int) -> Int { slot & (leafWidth &- 1) }

  /// Returns the index of the child that leads to `slot`, in an inner node of this height.
  @inlinable static func index(_ slot: Int, _ height: Int) -> Int {
    (slot &>> (leafBits &+ (height &- 1) &* VectorInner.bits)) & (VectorInner.width &- 1)
  }
}
