/// A media type as in `Content-Type` and `Accept` (RFC 9110 §8.3.1).
package struct MediaType: Sendable, Equatable {
  /// The lowercase type and subtype, such as `application/json`.
  package var essence: String
  /// The parameters. Their names and values are lowercase; `charset` values are case-insensitive.
  package var parameters: [String: String]

  /// Parses a field. Returns `nil` if it isn't a media type.
  ///
  /// - Complexity: O(length).
  package init?(_ text: some StringProtocol) {
    var reader = FieldReader(text)
    reader.skip(" \t")
    essence = reader.token(endingAt: ";").lowercased()
    let names = essence.split(separator: "/", omittingEmptySubsequences: false)
    guard names.count == 2, names.allSatisfy({ HeaderText.isToken(String($0)) }) else { return nil }
    parameters = reader.parameters().mapValues { $0.lowercased() }
    guard reader.isAtEnd else { return nil }
  }

  /// Returns whether a client that sends these `Accept` fields accepts `essence` (RFC 9110 §12.5.1). The most specific
  /// matching range decides. Parameters other than the weight are ignored, as are malformed ranges.
  ///
  /// - Complexity: O(length).
  package static func admits(_ essence: String, in accept: [String]) -> Bool {
    let ranges = accept.flatMap { $0.split(separator: ",") }.compactMap { MediaType($0) }
    let type = essence.prefix { $0 != "/" }
    for range in [essence, "\(type)/*", "*/*"] {
      let weights = ranges.filter { $0.essence == range }.map(\.weight)
      if let weight = weights.max() { return weight > 0 }
    }
    return false
  }

  /// The weight from 0 to 1 (RFC 9110 §12.4.2). An invalid weight counts as 0.
  private var weight: Double {
    guard let value = parameters["q"] else { return 1 }
    guard value.utf8.count <= 5, value.utf8.allSatisfy({ URLText.isDigit($0) || $0 == UInt8(ascii: ".") }),
      let weight = Double(value), weight <= 1
    else { return 0 }
    return weight
  }
}
