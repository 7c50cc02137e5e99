import ColmeiaHTTP
import ColmeiaJSON
import ColmeiaSecrets

/// The difference between a request and a recorded one. Header fields are not compared.
public enum RequestDifference: Sendable, Hashable {
  /// The method differs.
  case method
  /// The path differs.
  case path
  /// The value of this query item differs, or the items themselves if it is `nil`.
  case query(item: String?)
  /// The body differs at this JSON path, or as a whole if it is `nil`.
  case body(at: String?)
}

extension RequestDifference: CustomStringConvertible {
  /// The part that differs, such as `the body at user.name`.
  public var description: String {
    switch self {
    case .method: "the method"
    case .path: "the path"
    case .query(let item): item.map { "the query at \($0)" } ?? "the query"
    case .body(let path): path.map { "the body at \($0)" } ?? "the body"
    }
  }
}

extension RequestDifference {
  /// Returns the first difference, or `nil` if the requests match. The values that match placeholders are added to
  /// `bindings`.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the requests.
  static func between(
    _ recorded: CassetteRequest, _ request: HTTPRequest, _ bindings: inout Placeholder.Bindings
  ) -> Self? {
    if recorded.method != request.method.rawValue { return .method }
    if !isSamePath(recorded.path, request.path, &bindings) { return .path }
    if let difference = query(recorded.query, request.query, &bindings) { return difference }
    return body(recorded.body, request, &bindings)
  }

  /// Compares the percent-decoded segments, because a placeholder has the same text in a path and in a body.
  private static func isSamePath(_ recorded: String, _ path: String, _ bindings: inout Placeholder.Bindings) -> Bool {
    if recorded == path { return true }
    let left = recorded.split(separator: "/", omittingEmptySubsequences: false).map(decoded)
    let right = path.split(separator: "/", omittingEmptySubsequences: false).map(decoded)
    return left.count == right.count && zip(left, right).allSatisfy { Placeholder.matches($0, $1, &bindings) }
  }

  private static func decoded(_ text: Substring) -> String { PercentEncoding.decode(text) ?? String(text) }

  private static func query(
    _ recorded: String?, _ query: String?, _ bindings: inout Placeholder.Bindings
  ) -> Self? {
    if recorded == query { return nil }
    guard let left = HTTPQueryItem.parse(recorded ?? ""), let right = HTTPQueryItem.parse(query ?? ""),
      left.count == right.count, zip(left, right).allSatisfy({ $0.name.isIdentical(to: $1.name) })
    else { return .query(item: nil) }
    let other = zip(left, right).first { !Placeholder.matches($0.value, $1.value, &bindings) }
    return other.map { .query(item: $0.0.name) }
  }

  private static func body(
    _ recorded: CassetteBody, _ request: HTTPRequest, _ bindings: inout Placeholder.Bindings
  ) -> Self? {
    switch recorded {
    case .none: return request.body.isEmpty ? nil : .body(at: nil)
    case .json(let json):
      guard let other = try? JSON(parsing: request.body, limits: JSONLimits(depth: CassetteLimits.depth)) else {
        return .body(at: nil)
      }
      return difference(json, other, JSONPath(), &bindings).map { .body(at: $0.steps.isEmpty ? nil : "\($0)") }
    case .text(let text):
      guard let other = String(validating: request.body, as: UTF8.self) else { return .body(at: nil) }
      if request.headers["Content-Type"].flatMap(MediaType.init)?.essence == "application/x-www-form-urlencoded" {
        return query(text, other, &bindings) == nil ? nil : .body(at: nil)
      }
      return Placeholder.matches(text, other, &bindings) ? nil : .body(at: nil)
    case .bytes(let bytes): return bytes == request.body ? nil : .body(at: nil)
    case .digest:
      let small = CassetteBody(of: request, limit: .max)
      let isSame = recorded == small || recorded == .digest(of: request.body)
      return isSame ? nil : .body(at: nil)
    }
  }

  /// Returns whether a message matches a recorded one.
  static func isSame(
    _ recorded: CassetteBody, _ message: WebSocketMachine.Message, _ bindings: inout Placeholder.Bindings
  ) -> Bool {
    switch (recorded, message) {
    case (.json(let json), .text(let text)):
      guard let other = try? JSON(parsing: text, limits: JSONLimits(depth: CassetteLimits.depth)) else { return false }
      return difference(json, other, JSONPath(), &bindings) == nil
    case (.text(let recorded), .text(let text)): return Placeholder.matches(recorded, text, &bindings)
    case (.none, .text(let text)): return text.isEmpty
    case (.bytes(let recorded), .binary(let bytes)):
      guard let text = String(validating: recorded, as: UTF8.self), let other = String(validating: bytes, as: UTF8.self)
      else { return recorded == bytes }
      return Placeholder.matches(text, other, &bindings)
    case (.digest, .text(let text)): return recorded == .digest(of: Array(text.utf8))
    case (.digest, .binary(let bytes)): return recorded == .digest(of: bytes)
    default: return false
    }
  }

  /// Returns the path to the first difference. Neither value is nested deeper than ``CassetteLimits/depth``.
  private static func difference(
    _ recorded: JSON, _ other: JSON, _ path: JSONPath, _ bindings: inout Placeholder.Bindings
  ) -> JSONPath? {
    switch (recorded, other) {
    case (.string(let text), .string(let other)):
      return Placeholder.matches(text, other, &bindings) ? nil : path
    case (.string(let text), .number(let number)):
      return Placeholder.isOne(text) && Placeholder.matches(text, number.text, &bindings) ? nil : path
    case (.array(let left), .array(let right)):
      for (index, pair) in zip(left, right).enumerated() {
        if let path = difference(pair.0, pair.1, path.appending(index), &bindings) { return path }
      }
      return left.count == right.count ? nil : path.appending(min(left.count, right.count))
    case (.object(let left), .object(let right)): return difference(left, right, path, &bindings)
    default: return recorded == other ? nil : path
    }
  }

  private static func difference(
    _ recorded: JSONObject, _ other: JSONObject, _ path: JSONPath, _ bindings: inout Placeholder.Bindings
  ) -> JSONPath? {
    for (key, value) in recorded {
      guard let twin = other[Placeholder.filled(key, bindings)] ?? other[key] else { return path.appending(key) }
      if let path = difference(value, twin, path.appending(key), &bindings) { return path }
    }
    let known = Set(recorded.keys.flatMap { [$0, Placeholder.filled($0, bindings)] })
    return other.keys.first { !known.contains($0) }.map { path.appending($0) }
  }
}
