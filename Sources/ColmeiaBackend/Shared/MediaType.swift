/// A media type as `Content-Type` and `Accept` have it (RFC 9110 §8.3.1). Names are in lower case.
struct MediaType: Sendable, Equatable {
  /// One of its parameters; its value, too, is in lower case, as for `charset` it may be.
  struct Parameter: Sendable, Equatable {
    var name: String
    var value: String

    init(_ name: some StringProtocol, _ value: some StringProtocol) {
      self.name = name.lowercased()
      self.value = value.lowercased()
    }
  }

  /// Type and subtype: `application/json`.
  var essence: String
  var parameters: [Parameter]

  /// Reads a field; `nil` when it is no type.
  ///
  /// - Complexity: O(length).
  init?(_ text: some StringProtocol) {
    let parts = Substring(text).split(separator: ";", omittingEmptySubsequences: false).map(Self.trim)
    essence = parts[0].lowercased()
    guard essence.split(separator: "/", omittingEmptySubsequences: false).map(\.isEmpty) == [false, false] else {
      return nil
    }
    parameters = []
    for part in parts.dropFirst() where !part.isEmpty {
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard pair.count == 2, !pair[0].isEmpty else { return nil }
      let isQuoted = pair[1].count >= 2 && pair[1].first == "\"" && pair[1].last == "\""
      parameters.append(Parameter(pair[0], isQuoted ? pair[1].dropFirst().dropLast() : pair[1]))
    }
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
    guard let value = parameters.first(where: { $0.name == "q" })?.value else { return 1 }
    return Double(value) ?? 0
  }

  private static func trim(_ text: Substring) -> Substring {
    var rest = text.drop { $0 == " " || $0 == "\t" }
    while rest.last == " " || rest.last == "\t" { rest.removeLast() }
    return rest
  }
}
