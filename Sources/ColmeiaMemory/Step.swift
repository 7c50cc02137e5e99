/// The first step of a path, and the steps after it, which may be shared with other paths. Immutable.
@usableFromInline package final class Step<Key: Sendable>: Sendable {
  @usableFromInline package let key: Key
  @usableFromInline package let inner: Step?
  /// Whether this step and all steps after it are cached; see ``FixedSteps``.
  @usableFromInline package let isFixed: Bool
  /// The cached step that was created before this one.
  @usableFromInline let older: Step?
  @inlinable package init(_ key: Key, _ inner: Step?, isFixed: Bool = false, older: Step? = nil) {
    self.key = key
    self.inner = inner
    self.isFixed = isFixed
    self.older = older
  }
}
