import ColmeiaPlatform

extension Duration {
  /// A timeout longer than any test takes, even on a busy machine.
  static let patience = Duration.seconds(3_600)
}

extension URLSessionTransport.Configuration {
  /// A configuration for tests that do not concern timeouts.
  static let patient = Self(timeout: .patience)
}
