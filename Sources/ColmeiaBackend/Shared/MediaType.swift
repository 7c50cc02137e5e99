import ColmeiaHTTP

/// A media type as `Content-Type` and `Accept` have it (RFC 9110 §8.3.1).
struct MediaType: Sendable, Equatable {
  /// Type and subtype, in lower case: `application/json`.
  var essence: String
  /// In lower case, also the values, as for `charset` they may be.
  var parameters: [String: String]

  /// Reads a field; `nil` when it is no type.
  ///
  /// - Complexity: O(length).
  init?(_ text: some StringProtocol) {
    var reader = FieldReader(text)
    reader.skip(" \t")
    essence = reader.token(endingAt: ";").lowercased()
    guard essence.split(separator: "/", omittingEmptySubsequences: false).map(\.isEmpty) == [false, false] else {
      return nil
    }
    parameters = reader.parameters().mapValues { $0.lowercased() }
    guard reader.isAtEnd else { return nil }
  }

  /// Whether a client that sends these fields takes `essence` (RFC 9110 §12.5.1): the nearest range that fits decides. Parameters
  /// but the weight are passed over, as are parts that are no range.
  ///
  /// - Complexity: O(length).
  static func admits(_ essence: String, in accept: [String]) -> Bool {
    let ranges = accept.flatMap { $0.split(separator: ",") }.compactMap { MediaType($0) }
    let type = essence.prefix { $0 != "/" }
    for range in [essence, "\(type)/*", "*/*"] {
      let weights = ranges.filter { $0.essence == range }.map(\.weight)
      if let weight = weights.max() { return weight > 0 }
    }
    return false
  }

  /// From 0 to 1; one that is no number counts as 0.
  private var weight: Double {
    guard let value = parameters["q"] else { return 1 }
    return Double(value) ?? 0
  }
}
