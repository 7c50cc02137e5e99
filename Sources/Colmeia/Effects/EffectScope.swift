/// The way from a reducer down to one of its children, outermost step first: `["dogs", 7, "photo"]`.
///
/// Scopes come from `lift(_:in:)`, which puts the child's name before everything the child has asked for.
/// They keep two features that both say `load` apart, and say what to cancel when a child is removed.
/// Immutable and shared; prepending a step is O(1).
public struct EffectScope: Sendable {
  @usableFromInline final class Node: Sendable {
    @usableFromInline let key: ScopeKey
    @usableFromInline let inner: Node?
    @usableFromInline let probe: Probe?
    @inlinable init(_ key: ScopeKey, _ inner: Node?, _ probe: Probe? = nil) {
      self.key = key
      self.inner = inner
      self.probe = probe
    }
  }

  @usableFromInline let node: Node?
  @inlinable init(node: Node?) { self.node = node }

  /// The way through `keys`, outermost first; none is the reducer itself.
  public init(_ keys: ScopeKey...) { self.init(keys) }

  /// The way through `keys`, outermost first.
  public init(_ keys: [ScopeKey]) {
    node = keys.reversed().reduce(nil) { inner, key in Node(key, inner) }
  }

  /// The reducer itself: nothing has been lifted.
  @inlinable public static var root: Self { Self(node: nil) }
  /// Whether this is the reducer itself.
  @inlinable public var isRoot: Bool { node == nil }
  /// The child that the way leads through first; `nil` at the reducer itself.
  @inlinable public var first: ScopeKey? { node?.key }
  /// The way as that first child sees it.
  @inlinable public func dropFirst() -> Self { Self(node: node?.inner) }
  /// The way as the parent sees it that knows this reducer as `key`.
  @inlinable public func prefixed(_ key: ScopeKey) -> Self { Self(node: Node(key, node)) }

  /// All steps, outermost first.
  ///
  /// - Complexity: O(depth).
  public var keys: [ScopeKey] {
    var keys: [ScopeKey] = []
    var node = self.node
    while let step = node {
      keys.append(step.key)
      node = step.inner
    }
    return keys
  }
}

extension EffectScope: Hashable {
  /// Whether both lead to the same child.
  ///
  /// - Complexity: O(depth).
  @inlinable public static func == (left: Self, right: Self) -> Bool {
    var left = left.node
    var right = right.node
    while let a = left {
      guard let b = right else { return false }
      if a === b { return true }
      guard a.key == b.key else { return false }
      left = a.inner
      right = b.inner
    }
    return right == nil
  }
  /// Feeds every step to `hasher`.
  @inlinable public func hash(into hasher: inout Hasher) {
    var node = self.node
    while let step = node {
      hasher.combine(step.key)
      node = step.inner
    }
  }
}

extension EffectScope: Codable, CustomStringConvertible {
  /// Reads an array of keys.
  public init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode([ScopeKey].self))
  }
  /// Writes an array of keys.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(keys)
  }
  /// The steps joined by slashes.
  public var description: String { keys.map(\.description).joined(separator: "/") }
}

extension EffectScope {
  /// Finds out whether any reducer answers for a scope: the default of `Reducer.contains` leaves a mark.
  @usableFromInline final class Probe: Sendable {
    @usableFromInline let nobodyAnswered = Guarded(false)
  }

  @inlinable func noteThatNobodyAnswered() { node?.probe?.nobodyAnswered.withLock { $0 = true } }

  /// Whether `reducer` leaves the question for this scope to the default of `Reducer.contains`.
  @usableFromInline package func isUnanswered<R: Reducer>(by reducer: R, in state: R.State) -> Bool {
    let probe = Probe()
    let marked = keys.reversed().reduce(nil) { inner, key in Node(key, inner, probe) }
    _ = reducer.contains(EffectScope(node: marked), in: state)
    return probe.nobodyAnswered.withLock { $0 }
  }
}
