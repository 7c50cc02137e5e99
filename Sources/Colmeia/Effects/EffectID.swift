/// The id of an effect: a name that its feature chose, and the scope that lifting has put before it.
///
/// Features name their ids in an enum of their own, `enum ID: String { case load }`, and pass its cases.
public struct EffectID: Sendable {
  /// The feature's own name; empty for an effect without an id.
  public let name: String
  /// The way from the reducer that is looked at down to the feature.
  public let scope: EffectScope

  /// An id called `name` in `scope`.
  @inlinable public init(_ name: String, in scope: EffectScope = .root) {
    (self.name, self.scope) = (name, scope)
  }
}

extension EffectID: Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// An id of the feature at hand.
  @inlinable public init(stringLiteral value: String) { self.init(value) }
  /// Whether both are the same id of the same feature.
  @inlinable public static func == (left: Self, right: Self) -> Bool {
    left.name == right.name && left.scope == right.scope
  }
  /// Feeds name and scope to `hasher`.
  @inlinable public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(scope)
  }
  /// Scope and name joined by slashes, as in `dogs/7/like`.
  public var description: String { scope.isRoot ? name : "\(scope)/\(name)" }
}
