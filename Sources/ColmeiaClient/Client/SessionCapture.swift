/// Which values of captured header fields are the newest, however the answers come in. A pure machine.
struct SessionCapture: Sendable {
  private struct Value: Sendable {
    var text: String
    /// The number of the request whose answer brought it.
    var request: Int
  }

  private var values: [String: Value] = [:]
  private var lastRequest = 0

  /// The fields by name, in lower case.
  var fields: [String: String] { values.mapValues(\.text) }

  /// A request is sent. Its number is for ``take(_:from:)``.
  mutating func send() -> Int {
    lastRequest += 1
    return lastRequest
  }

  /// Fields that were kept over a start; older than any request's.
  mutating func restore(_ fields: [String: String]) {
    for (name, text) in fields where values[name] == nil { values[name] = Value(text: text, request: 0) }
  }

  /// The answer to a request brings these fields. Answers whether any is news.
  ///
  /// A blank value is none: a server that hands out a token for each answer leaves it blank when several requests come at
  /// once. Each field has an order of its own, so that such an answer does not stand in the way of an older one's token.
  mutating func take(_ fields: [(name: String, value: String)], from request: Int) -> Bool {
    var isNews = false
    for (name, text) in fields where !text.utf8.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }) {
      guard request > forgotten, request > values[name]?.request ?? 0 else { continue }
      isNews = isNews || values[name]?.text != text
      values[name] = Value(text: text, request: request)
    }
    return isNews
  }

  /// The last request whose answer must not be taken any more.
  private var forgotten = 0

  /// Nobody is signed in any more: what answers to requests from before still bring is not taken.
  mutating func forget() {
    values = [:]
    forgotten = lastRequest
  }
}
