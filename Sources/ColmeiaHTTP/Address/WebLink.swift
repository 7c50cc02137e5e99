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
    Array(headers.values(of: "Link").flatMap { read($0) }.prefix(mostLinks))
  }

  /// Reads a field, as RFC 8288 appendix B.2 says.
  private static func read(_ text: String) -> [WebLink] {
    var reader = FieldReader(text)
    var links: [WebLink] = []
    while links.count < mostLinks {
      reader.skip(" \t,")
      guard reader.take("<"), let target = reader.take(until: ">") else { return links }
      let parameters = reader.parameters()
      if parameters["anchor"] != nil { continue }
      let relations = parameters["rel", default: ""].split { " \t".contains($0) }.map { $0.lowercased() }
      links.append(WebLink(target: target, relations: relations))
    }
    return links
  }
}
