import Synchronization

/// The steps to a child, each made once for the way behind it, so that to lift an effect through many features
/// allocates nothing.
///
/// Only ways without rows and identities are kept, of which there are as many as features, and the first 16 of them. The
/// newest step keeps those before it, and is only replaced by one that keeps it: so code that has read it may look at it as
/// long as this is there.
@usableFromInline final class FixedSteps: Sendable {
  @usableFromInline let key: ScopeKey
  @usableFromInline let newest: Atomic<Unmanaged<EffectScope.Step>>

  @inlinable init(_ name: String) {
    key = .name(name)
    newest = Atomic(.passRetained(EffectScope.Step(.name(name), nil, isFixed: true)))
  }

  deinit { newest.load(ordering: .acquiring).release() }

  /// The way that leads to the child first, and then goes on.
  @inlinable func followed(by inner: EffectScope) -> EffectScope {
    var candidate = newest.load(ordering: .acquiring)
    while true {
      let (isIt, older) = candidate._withUnsafeGuaranteedRef { step in
        (step.inner === inner.step, step.older.map(Unmanaged.passUnretained))
      }
      if isIt { return EffectScope(step: candidate.takeUnretainedValue()) }
      guard let older else { return make(inner.step) }
      candidate = older
    }
  }

  @usableFromInline func make(_ inner: EffectScope.Step?) -> EffectScope {
    guard inner?.isFixed == true else { return EffectScope(step: EffectScope.Step(key, inner)) }
    let last = newest.load(ordering: .acquiring)
    let older = last.takeUnretainedValue()
    let isRoom = sequence(first: older, next: \.older).dropFirst(15).first(where: { _ in true }) == nil
    let step = EffectScope.Step(key, inner, isFixed: isRoom, older: isRoom ? older : nil)
    if !isRoom { return EffectScope(step: step) }
    let next = Unmanaged.passRetained(step)
    let exchange = newest.compareExchange(expected: last, desired: next, ordering: .acquiringAndReleasing)
    (exchange.exchanged ? last : next).release()
    return EffectScope(step: step)
  }
}
