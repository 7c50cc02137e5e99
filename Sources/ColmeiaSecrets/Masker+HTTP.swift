import ColmeiaHTTP
import ColmeiaJSON
import Foundation

extension Masker {
  /// Learns what a request shows.
  public mutating func learn(_ request: HTTPRequest) {
    learn(request.origin)
    learn(request.path)
    if let query = request.query { learn(query) }
    learn(request.headers)
    learn(body: request.body)
  }

  /// Learns what an answer shows.
  public mutating func learn(_ response: HTTPResponse) {
    learn(response.headers)
    learn(body: response.body)
  }

  /// Learns what a body shows; one that is neither JSON nor text in UTF-8 shows nothing.
  public mutating func learn(body: [UInt8]) {
    guard let first = body.first else { return }
    if first == UInt8(ascii: "{") || first == UInt8(ascii: "["),
      let json = try? JSON(parsing: body, limits: JSONLimits(depth: Self.depth))
    {
      learn(json)
    } else if body.count <= Self.bodyLimit {
      learn(body)
    }
  }

  /// How many bytes of a body that is no JSON are looked at for names.
  static let bodyLimit = 1 << 20

  /// Learns what header fields show.
  public mutating func learn(_ headers: HTTPHeaders) {
    for field in headers.fields {
      if let parts = Self.parts(of: field) {
        for part in parts { if let kind = part.kind { note(part.text, kind) } }
        if field.name.lowercased() == "authorization" { learn(basic: field.value) }
      } else {
        learn(field.value)
      }
    }
  }

  /// The password of `Basic …` (RFC 7617).
  private mutating func learn(basic value: String) {
    guard value.lowercased().hasPrefix("basic "), let data = Data(base64Encoded: String(value.dropFirst(6))),
      let text = String(data: data, encoding: .utf8), let colon = text.firstIndex(of: ":")
    else { return }
    note(String(text[text.index(after: colon)...]), .password)
  }

  /// The fields without secrets.
  public func callAsFunction(_ headers: HTTPHeaders) -> HTTPHeaders {
    HTTPHeaders(headers.fields.map { HTTPHeaders.Field($0.name, self($0)) })
  }

  private func callAsFunction(_ field: HTTPHeaders.Field) -> String {
    guard let parts = Self.parts(of: field) else { return self(field.value) }
    return parts.map { part in part.kind.map { replacement(part.text, $0) } ?? part.text }.joined()
  }

  /// A piece of a field's value; without a kind it is no secret.
  private typealias Part = (text: String, kind: SecretKind?)

  /// The value of a field whose name says that it has secrets, in pieces; `nil` for others.
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
      return SecretName.kind(ofField: field.name).map { [(field.value, $0)] }
    }
  }

  private static func cookie(_ pair: Substring) -> [Part] {
    guard let mark = pair.firstIndex(of: "=") else { return [(String(pair), nil)] }
    let start = pair.index(after: mark)
    return [(String(pair[..<start]), nil), (String(pair[start...]), SecretKind("cookie"))]
  }
}
