import ColmeiaPlatformTransport

extension Duration {
  /// Longer than any test takes on a machine that does much else.
  static let patience = Duration.seconds(3_600)
}

extension URLSessionTransport.Configuration {
  /// For tests that are not about time.
  static let patient = Self(timeout: .patience)
}
