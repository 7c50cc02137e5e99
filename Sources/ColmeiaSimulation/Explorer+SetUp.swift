extension Explorer {
  /// How a test makes the feature.
  @usableFromInline var setUp: String { "\(SwiftText.of(initial)), \(SwiftText.name(of: R.self))()" }
}
