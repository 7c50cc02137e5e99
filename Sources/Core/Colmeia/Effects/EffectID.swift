/// The id of an effect: a name that is unique within its feature, and the scope of the feature.
///
/// A feature declares its names in its own enum, such as `enum ID: String { case load }`, and passes the cases as ids.
public struct EffectID: Sendable, Hashable, ExpressibleByStringInterpolation, CustomStringConvertible {
  /// The name within the feature; empty for an effect without an id.
  public let name: String
  /// The path from the current reducer down to the feature.
  public let scope: EffectScope

  /// Creates an id in the scope of the current feature.
  @inlinable public init(_ name: String) { self.init(name, in: .root) }

  @inlinable package init(_ name: String, in scope: EffectScope) { (self.name, self.scope) = (name, scope) }

  /// Creates an id in the scope of the current feature.
  @inlinable public init(stringLiteral value: String) { self.init(value) }
  /// The scope and the name, joined by slashes, as in `dogs/7/like`.
  public var description: String { scope.isRoot ? name : "\(scope)/\(name)" }
}
