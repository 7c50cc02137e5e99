import Synchronization

/// A cache of the steps with one key, so that prepending the key to a path doesn't allocate.
///
/// Only paths that consist of fixed steps are cached, and only the first 16 of them. The newest step retains those
/// before it, and is replaced only by a step that retains it. So a thread that has loaded it may use it as long as this
/// object exists.
@usableFromInline package final class FixedSteps<Key: Sendable>: Sendable {
  @usableFromInline let key: Key
  @usableFromInline let newest: Atomic<Unmanaged<Step<Key>>>

  @inlinable package init(_ key: Key) {
    self.key = key
    newest = Atomic(.passRetained(Step(key, nil, nil, isFixed: true)))
  }

  deinit { newest.load(ordering: .acquiring).release() }

  /// Returns the path that begins with this key and continues with `inner`.
  @inlinable package func followed(by inner: Step<Key>?) -> Step<Key> {
    var candidate = newest.load(ordering: .acquiring)
    while true {
      let (isIt, older) = candidate._withUnsafeGuaranteedRef { step in
        (step.inner === inner, step.older.map(Unmanaged.passUnretained))
      }
      if isIt { return candidate.takeUnretainedValue() }
      guard let older else { return make(inner) }
      candidate = older
    }
  }

  /// Returns the path that begins with this key, followed by `second` unless it is `nil`, and continues with `inner`.
  @inlinable package func followed(by second: Key?, _ inner: Step<Key>?) -> Step<Key> {
    if let second { Step(key, second, inner) } else { followed(by: inner) }
  }

  @usableFromInline func make(_ inner: Step<Key>?) -> Step<Key> {
    guard inner?.isFixed == true else { return Step(key, nil, inner) }
    let last = newest.load(ordering: .acquiring)
    let older = last.takeUnretainedValue()
    let hasRoom = sequence(first: older, next: \.older).dropFirst(15).first(where: { _ in true }) == nil
    let step = Step(key, nil, inner, isFixed: hasRoom, older: hasRoom ? older : nil)
    if !hasRoom { return step }
    let next = Unmanaged.passRetained(step)
    let exchange = newest.compareExchange(expected: last, desired: next, ordering: .acquiringAndReleasing)
    (exchange.exchanged ? last : next).release()
    return step
  }
}
