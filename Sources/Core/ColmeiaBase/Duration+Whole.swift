/// Conversions without the error of `/`, which returns 295,148.99999999994 for 295,149 milliseconds by one millisecond.
extension Duration {
  /// The number of whole milliseconds, limited to 100 million years.
  package var wholeMilliseconds: Int {
    let (seconds, attoseconds) = components
    let limit: Int64 = 3_155_760_000_000_000
    return Int(min(max(seconds, -limit), limit) * 1_000 + attoseconds / 1_000_000_000_000_000)
  }

  /// The number of seconds. Whole numbers up to 2⁵³ are exact.
  package var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}
