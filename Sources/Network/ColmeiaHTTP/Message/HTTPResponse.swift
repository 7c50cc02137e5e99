/// The response to a request. Descriptions show neither the body nor tokens.
public struct HTTPResponse: Sendable, Equatable, Codable {
  /// The status (RFC 9110 §15).
  public var status: Int
  /// The header fields, without those that concern only the connection.
  public var headers: HTTPHeaders
  /// The body, or an empty array if there is none.
  public var body: [UInt8]
  /// Scheme, host, and port of the server that sent the response, if a redirect led to another origin than the
  /// request's; otherwise `nil`.
  public var origin: String?
  /// The URL that a redirect led to, if it is another than the request's, even of the same origin. It isn't encoded.
  package var redirectedURL: String?
  /// Whether the request was sent with cookies that it didn't have itself. It isn't encoded.
  package var hasHiddenCookies = false

  private enum CodingKeys: CodingKey { case status, headers, body, origin }

  /// Creates a response.
  public init(_ status: Int, headers: HTTPHeaders = [:], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}

extension HTTPResponse {
  /// Notes that the response is that of the last of several redirected requests.
  package mutating func recordRedirect(_ last: HTTPRequest, after first: HTTPRequest) {
    if last.origin != first.origin { origin = last.origin }
    if last.url != first.url { redirectedURL = last.url }
  }
}

extension HTTPResponse: CustomStringConvertible, CustomReflectable {
  /// The status, and the size of the body.
  public var description: String { "\(status), \(body.count) bytes" }
  /// A mirror with the status, the header fields with secrets masked, and the size of the body.
  public var customMirror: Mirror {
    Mirror(self, children: ["status": status, "headers": headers, "body": "\(body.count) bytes"])
  }
}
