/// The server of an explorer without a model of a server. All outcomes depend only on the effect.
public struct NoServer: Hashable, Sendable {
  /// Creates the only value.
  @inlinable public init() {}
}
