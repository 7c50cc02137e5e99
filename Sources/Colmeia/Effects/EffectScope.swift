import ColmeiaMemory

/// The path from a reducer down to one of its descendants, outermost key first: `["dogs", 7, "photo"]`.
///
/// A ``Child`` prepends its name to the ids of its effects. This keeps the ids of different features apart, even if
/// both use the name `load`, and lets the machine find the effects of a removed child. Only children create scopes, so
/// that none can be mistyped. Scopes are immutable and shared; prepending a key is O(1).
public struct EffectScope: Sendable, Hashable, CustomStringConvertible {
  @usableFromInline typealias Step = ColmeiaMemory.Step<ScopeKey>
  @usableFromInline let step: Step?
  @inlinable init(step: Step?) { self.step = step }

  /// Creates a scope from its keys, outermost first.
  package init(_ keys: [ScopeKey]) { step = keys.reversed().reduce(nil) { inner, key in Step(key, nil, inner) } }

  /// The scope of the reducer itself.
  @inlinable public static var root: Self { Self(step: nil) }
  /// Whether this is the scope of the reducer itself.
  @inlinable public var isRoot: Bool { step == nil }

  /// All keys, outermost first.
  ///
  /// - Complexity: O(*depth*).
  public var keys: [ScopeKey] { step.map { Array($0) } ?? [] }

  /// Returns whether both scopes have the same keys.
  ///
  /// - Complexity: O(*depth*).
  public static func == (left: Self, right: Self) -> Bool { left.step === right.step || left.keys == right.keys }
  /// Hashes all keys.
  public func hash(into hasher: inout Hasher) { hasher.combine(keys) }
  /// The keys, joined by slashes.
  public var description: String { keys.map(\.description).joined(separator: "/") }
}
