/// The path from a reducer down to one of its descendants, outermost key first: `["dogs", 7, "photo"]`.
///
/// A ``Child`` prepends its name to the ids of its effects. This keeps the ids of different features apart, even if
/// both use the name `load`, and lets the machine find the effects of a removed child. Only children create scopes, so
/// that none can be mistyped.
public struct EffectScope: Sendable, Hashable, CustomStringConvertible {
  /// All keys, outermost first.
  public let keys: [ScopeKey]
  @inlinable package init(_ keys: [ScopeKey]) { self.keys = keys }

  /// The scope of the reducer itself.
  @inlinable public static var root: Self { Self([]) }
  /// Whether this is the scope of the reducer itself.
  @inlinable public var isRoot: Bool { keys.isEmpty }
  /// The keys, joined by slashes.
  public var description: String { keys.map(\.description).joined(separator: "/") }

  /// Returns the same path, seen from an ancestor at the beginning of `path`.
  @inlinable func below(_ path: [ScopeKey]) -> Self { Self(keys.isEmpty ? path : path + keys) }
}
