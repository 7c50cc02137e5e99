/// The limits of Canillita. A field that is too long gets status 422, as does a newspaper beyond the limit. When there
/// are too many news items, the oldest are removed. A stream beyond the limit gets 503.
enum CanillitaLimits {
  static let newspapers = 1_000
  static let news = 10_000
  /// The size of all news items in bytes.
  static let newsBytes = 8 << 20

  static let listeners = 10_000
}
