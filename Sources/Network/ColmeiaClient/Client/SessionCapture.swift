/// The newest values of captured header fields, regardless of the order in which responses arrive. A pure state
/// machine.
struct SessionCapture: Sendable {
  private struct Value: Sendable {
    var text: String
    /// The number of the request whose response contained the value.
    var request: Int
  }

  private var values: [String: Value] = [:]
  private var lastRequest = 0

  /// The values by field name, in lowercase.
  var fields: [String: String] { values.mapValues(\.text) }

  /// Registers a request that is being sent, and returns its number for ``receive(_:from:)``.
  mutating func send() -> Int {
    lastRequest += 1
    return lastRequest
  }

  /// Restores fields from a previous launch. They are older than those of any request.
  mutating func restore(_ fields: [String: String]) {
    for (name, text) in fields where values[name] == nil { values[name] = Value(text: text, request: 0) }
  }

  /// Captures the fields of a response, and returns whether any value has changed.
  ///
  /// Blank values are ignored: a server that issues a token with each response leaves it blank if several requests
  /// arrive at once. Each field is ordered separately, so such a response does not block the token of an older one.
  mutating func receive(_ fields: [(name: String, value: String)], from request: Int) -> Bool {
    var isNews = false
    for (name, text) in fields where !text.utf8.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }) {
      guard !isForgotten(request), request > values[name]?.request ?? 0 else { continue }
      isNews = isNews || values[name]?.text != text
      values[name] = Value(text: text, request: request)
    }
    return isNews
  }

  /// The number of the last request whose response must be ignored.
  private var forgotten = 0

  /// Whether the response to a request is ignored, because all values have been forgotten since.
  func isForgotten(_ request: Int) -> Bool { request <= forgotten }

  /// Forgets all values when the user signs out. Responses to earlier requests are ignored from now on.
  mutating func forget() {
    values = [:]
    forgotten = lastRequest
  }
}
