/// The way from a reducer down to one of its children, outermost step first: `["dogs", 7, "photo"]`.
///
/// A ``Child`` puts its name before everything that it has asked for. So two features that both say `load` are
/// kept apart, and what a removed child had started is found. Immutable and shared; prepending a step is O(1).
public struct EffectScope: Sendable {
  @usableFromInline final class Node: Sendable {
    @usableFromInline let key: ScopeKey
    @usableFromInline let inner: Node?
    /// The declaration of the child that this step leads to; `nil` in a scope that somebody has written.
    @usableFromInline let child: ChildDeclaration?
    @inlinable init(_ key: ScopeKey, _ inner: Node?, _ child: ChildDeclaration? = nil) {
      self.key = key
      self.inner = inner
      self.child = child
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
  /// This way, behind the one or two steps of `outer`.
  @inlinable func below(_ outer: EffectScope) -> EffectScope {
    guard let node else { return outer }
    return outer.prefixed(to: node)
  }
  @inlinable func prefixed(to node: Node) -> EffectScope {
    guard let first = self.node else { return EffectScope(node: node) }
    let inner = first.inner.map { Node($0.key, node, $0.child) } ?? node
    return EffectScope(node: Node(first.key, inner, first.child))
  }

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

extension EffectScope: CustomStringConvertible {
  /// The steps joined by slashes.
  public var description: String { keys.map(\.description).joined(separator: "/") }
}
