/// A link of a `Link` header field (RFC 8288 §3), which points from a response to a related resource.
public struct WebLink: Sendable, Hashable {
  /// The target of the link: a URI reference exactly as received, possibly relative. It is not validated: the caller
  /// must resolve it and decide whether the target may receive a token.
  public let target: String
  /// The relation types of the target in lowercase, such as `next` or `prev`.
  public let relations: [String]

  /// Creates a link.
  public init(target: String, relations: [String]) {
    self.target = target
    self.relations = relations
  }

  /// The maximum number of links read from one response.
  public static let maximumLinkCount = 64

  /// Returns the links of a response, in order, at most ``maximumLinkCount``. A link with an `anchor` describes another
  /// resource than the response and is omitted (RFC 8288 §3.2). Parsing of a field stops at the first part that is not
  /// a link.
  ///
  /// - Complexity: O(length).
  public static func links(in headers: HTTPHeaders) -> [WebLink] {
    Array(headers.values(of: "Link").flatMap { read($0) }.prefix(maximumLinkCount))
  }

  /// Parses a field (RFC 8288 appendix B.2).
  private static func read(_ text: String) -> [WebLink] {
    var reader = FieldReader(text)
    var links: [WebLink] = []
    while links.count < maximumLinkCount {
      reader.skip(" \t,")
      guard reader.consume("<"), let target = reader.consume(until: ">") else { return links }
      let parameters = reader.parameters()
      if parameters["anchor"] != nil { continue }
      let relations = parameters["rel", default: ""].split { " \t".contains($0) }.map { $0.lowercased() }
      links.append(WebLink(target: target, relations: relations))
    }
    return links
  }
}
