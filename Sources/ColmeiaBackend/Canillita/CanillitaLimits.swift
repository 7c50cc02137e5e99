/// The most that Canillita keeps. A longer field is 422, as is one newspaper too many; of more news, the oldest are
/// forgotten; a stream too many is 503.
enum CanillitaLimits {
  // Bytes of UTF-8.
  static let name = 200
  static let description = 4_000
  static let title = 500
  static let body = 64 << 10
  static let id = 100

  // Records.
  static let newspapers = 1_000
  static let news = 10_000
  /// Bytes of all news together.
  static let newsBytes = 8 << 20

  static let listeners = 10_000
}
