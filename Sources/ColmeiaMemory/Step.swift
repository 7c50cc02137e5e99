/// The first step of a path, and the steps after it, which may be shared with other paths. Immutable.
@usableFromInline package final class Step<Key: Sendable>: Sendable {
  @usableFromInline package let key: Key
  /// The key after it, if both belong to one step, which takes one allocation instead of two.
  @usableFromInline let second: Key?
  @usableFromInline let inner: Step?
  /// Whether this step and all steps after it are cached; see ``FixedSteps``. A step with two keys isn't.
  @usableFromInline package let isFixed: Bool
  /// The cached step that was created before this one.
  @usableFromInline let older: Step?
  @inlinable package init(_ key: Key, _ second: Key?, _ inner: Step?, isFixed: Bool = false, older: Step? = nil) {
    self.key = key
    self.second = second
    self.inner = inner
    self.isFixed = isFixed
    self.older = older
  }
}

extension Step: Sequence {
  /// Iterates over the keys of a path, in order.
  @usableFromInline package struct Iterator: IteratorProtocol {
    @usableFromInline var step: Step?
    /// Whether the first key of the step was returned, and the second one follows.
    @usableFromInline var isInside = false
    @inlinable init(_ step: Step) { self.step = step }

    @inlinable package mutating func next() -> Key? {
      guard let step else { return nil }
      let key = isInside ? step.second : step.key
      isInside = !isInside && step.second != nil
      if !isInside { self.step = step.inner }
      return key
    }
  }

  @inlinable package func makeIterator() -> Iterator { Iterator(self) }
}
