/// A link of a `Link` header field (RFC 8288 §3): from what was answered to something else, and how the two are related.
public struct WebLink: Sendable, Hashable {
  /// Where it leads: a URI reference as it stood there, perhaps a relative one. Not checked: the caller resolves it
  /// first, and decides whether it may get a token.
  public let target: String
  /// What the target is, in lower case: `next`, `prev`.
  public let relations: [String]

  /// Creates a link.
  public init(target: String, relations: [String]) {
    self.target = target
    self.relations = relations
  }

  /// The most links that are read of one answer.
  public static let mostLinks = 64

  /// The links of an answer, in order, at most ``mostLinks``. One with an `anchor` speaks of something else than the
  /// answer and is left out (RFC 8288 §3.2); what is behind a part that is no link is not read.
  ///
  /// - Complexity: O(length).
  public static func links(in headers: HTTPHeaders) -> [WebLink] {
    Array(headers.values(of: "Link").flatMap { WebLinkReader.read($0) }.prefix(mostLinks))
  }
}

/// Reads the value of a `Link` field, as RFC 8288 appendix B.2 and B.3 say.
private struct WebLinkReader {
  private var rest: Substring.UTF8View

  static func read(_ text: String) -> [WebLink] {
    var reader = WebLinkReader(rest: Substring(text).utf8)
    var links: [WebLink] = []
    while links.count < WebLink.mostLinks {
      reader.skip(" \t,")
      guard reader.skipOne("<"), let target = reader.take(until: ">") else { return links }
      let parameters = reader.parameters()
      if parameters["anchor"] != nil { continue }
      let relations = parameters["rel", default: ""].split { " \t".contains($0) }.map { $0.lowercased() }
      links.append(WebLink(target: target, relations: relations))
    }
    return links
  }

  /// The parameters up to the next link. Of two with one name the first counts (§3.3).
  private mutating func parameters() -> [String: String] {
    var found: [String: String] = [:]
    while true {
      skip(" \t")
      guard skipOne(";") else { return found }
      skip(" \t")
      let name = token(endingAt: " \t=;,").lowercased()
      skip(" \t")
      var value = ""
      if skipOne("=") {
        skip(" \t")
        value = skipOne("\"") ? quoted() : token(endingAt: ";,")
      }
      if !name.isEmpty, found[name] == nil { found[name] = value }
    }
  }

  private mutating func skip(_ bytes: String) { rest = rest.drop { byte in bytes.utf8.contains(byte) } }

  private mutating func skipOne(_ byte: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: byte) else { return false }
    rest.removeFirst()
    return true
  }

  /// What comes before `end`, which is skipped; `nil` when there is no end.
  private mutating func take(until end: Unicode.Scalar) -> String? {
    guard let place = rest.firstIndex(of: UInt8(ascii: end)) else { return nil }
    defer { rest = rest[rest.index(after: place)...] }
    return String(Substring(rest[..<place]))
  }

  /// What comes before one of `ends`, without the white space at its end.
  private mutating func token(endingAt ends: String) -> String {
    let token = rest.prefix { byte in !ends.utf8.contains(byte) }
    rest = rest[token.endIndex...]
    let last = token.lastIndex { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
    return last.map { String(Substring(token[...$0])) } ?? ""
  }

  /// A quoted text, without its quotes and backslashes; one without an end ends with the field.
  private mutating func quoted() -> String {
    var bytes: [UInt8] = []
    while let byte = rest.popFirst(), byte != UInt8(ascii: "\"") {
      if byte == UInt8(ascii: "\\") {
        guard let escaped = rest.popFirst() else { break }
        bytes.append(escaped)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
