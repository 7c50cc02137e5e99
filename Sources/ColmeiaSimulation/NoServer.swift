/// The server of an explorer that has none: all outcomes depend on the effect alone.
public struct NoServer: Hashable, Sendable {
  /// The only value.
  @inlinable public init() {}
}
