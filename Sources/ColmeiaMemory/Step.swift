/// The first step of a way, and the steps behind it, which other ways may share. Immutable.
@usableFromInline package final class Step<Key: Sendable>: Sendable {
  @usableFromInline package let key: Key
  @usableFromInline package let inner: Step?
  /// Whether it is made once, with all behind it: see ``FixedSteps``.
  @usableFromInline package let isFixed: Bool
  /// Of a fixed step: the one that was made before it.
  @usableFromInline let older: Step?
  @inlinable package init(_ key: Key, _ inner: Step?, isFixed: Bool = false, older: Step? = nil) {
    self.key = key
    self.inner = inner
    self.isFixed = isFixed
    self.older = older
  }
}
