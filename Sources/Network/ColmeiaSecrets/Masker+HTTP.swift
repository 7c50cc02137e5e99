import ColmeiaHTTP
import ColmeiaJSON
import Foundation

extension Masker {
  /// Learns the secrets in a request.
  public mutating func learn(_ request: HTTPRequest) {
    learn(request.origin)
    learn(request.path)
    if let query = request.query { learn(query: query) }
    learn(request.headers)
    learn(body: request.body)
  }

  /// Learns the secrets in a query.
  package mutating func learn(query: String) { learn("?" + query) }

  /// Returns a query with its secrets masked.
  package func callAsFunction(query: String) -> String { String(self("?" + query).dropFirst()) }

  /// Learns the secrets in a response.
  public mutating func learn(_ response: HTTPResponse) {
    learn(response.headers)
    learn(body: response.body)
  }

  /// Learns the secrets in a body. A body that is neither JSON nor UTF-8 text contains none that can be found.
  public mutating func learn(body: [UInt8]) {
    // Behind a byte order mark, which JSON may have.
    let start = body.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    guard let first = body.dropFirst(start).first else { return }
    if first == UInt8(ascii: "{") || first == UInt8(ascii: "["),
      let json = try? JSON(parsing: body, limits: JSONLimits(depth: Self.depth))
    {
      learn(json)
    } else if body.count <= Self.bodyLimit {
      learn(body)
    }
  }

  /// The maximum number of bytes in a non-JSON body that is searched for names.
  static let bodyLimit = 1 << 20

  /// Learns the secrets in header fields.
  public mutating func learn(_ headers: HTTPHeaders) {
    for field in headers.fields {
      if let parts = Self.parts(of: field) {
        for part in parts { if let kind = part.kind { remember(part.text, kind) } else { learn(part.text) } }
        if ["authorization", "proxy-authorization"].contains(field.name.lowercased()) {
          learn(basic: field.value)
          // A scheme may have parameters, as in `Token token="…"`.
          learn(field.value)
        }
        // A scheme may precede the token, which may also occur alone.
        if field.isMarkedSecret, let space = field.value.firstIndex(of: " ") {
          remember(String(field.value[field.value.index(after: space)...]), .token)
        }
      } else {
        learn(field.value)
      }
    }
  }

  /// Learns the password of `Basic` authentication (RFC 7617).
  private mutating func learn(basic value: String) {
    guard value.lowercased().hasPrefix("basic "),
      let data = Data(base64Encoded: String(value.dropFirst(6).drop { $0 == " " })),
      let text = String(data: data, encoding: .utf8), let colon = text.firstIndex(of: ":")
    else { return }
    remember(String(text[text.index(after: colon)...]), .password)
  }

  /// Returns the fields with their secrets masked.
  public func callAsFunction(_ headers: HTTPHeaders) -> HTTPHeaders {
    HTTPHeaders(headers.fields.map { HTTPHeaders.Field($0.name, self($0)) })
  }

  private func callAsFunction(_ field: HTTPHeaders.Field) -> String {
    guard let parts = Self.parts(of: field) else { return self(field.value) }
    let texts = parts.map { part in
      // Other text may contain secrets that are known or have names, such as a token in a cookie's path.
      if let kind = part.kind, Self.isMasked(part.text, kind) { replacement(part.text, kind) } else { self(part.text) }
    }
    return texts.joined()
  }

  /// A part of a field's value. Its kind is `nil` if it is not a secret.
  private typealias Part = (text: String, kind: SecretKind?)

  /// Splits the value of a field whose name indicates secrets. Returns `nil` for other fields.
  private static func parts(of field: HTTPHeaders.Field) -> [Part]? {
    switch field.name.lowercased() {
    case "authorization", "proxy-authorization":
      guard let space = field.value.firstIndex(of: " ") else { return [(field.value, .token)] }
      let start = field.value.index(after: space)
      let scheme = String(field.value[..<start])
      return [(scheme, nil), (String(field.value[start...]), scheme.hasPrefix("AWS4") ? .signature : .token)]
    case "cookie":
      return field.value.split(separator: "; ", omittingEmptySubsequences: false).enumerated()
        .flatMap { ($0 > 0 ? [("; ", nil)] : []) + cookie($1) }
    case "set-cookie":
      let parts = field.value.split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false)
      return cookie(parts.first ?? "") + (parts.count > 1 ? [(";\(parts[1])", nil)] : [])
    default:
      let kind = SecretName.kind(ofField: field.name)
      if field.isMarkedSecret, kind?.isLocal != true { return [(field.value, .token)] }
      return kind.map { [(field.value, $0)] }
    }
  }

  private static func cookie(_ pair: Substring) -> [Part] {
    guard let mark = pair.firstIndex(of: "=") else { return [(String(pair), SecretKind("cookie"))] }
    let start = pair.index(after: mark)
    return [(String(pair[..<start]), nil), (String(pair[start...]), SecretKind("cookie"))]
  }
}
