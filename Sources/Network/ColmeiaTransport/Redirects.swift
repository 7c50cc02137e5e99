import ColmeiaHTTP

/// Decides which request follows a redirect (RFC 9110 §15.4), and which fields and body it keeps. A pure state machine.
///
/// URLSession's own redirects are not used: on Linux they lose the body of a 307 or 308, and keep all secrets.
package struct Redirects: Sendable {
  /// What to do after a response.
  package enum Step: Sendable, Equatable {
    /// The response is final.
    case answer
    /// Follow the redirect by sending this request.
    case follow(HTTPRequest)
    /// There were too many redirects.
    case tooMany
  }

  /// The maximum number of redirects to follow.
  package let limit: Int
  /// Whether the request has an upload, a body that is streamed and not stored in the request. `false` after a redirect
  /// has dropped the body.
  package private(set) var hasUpload: Bool
  private let follows: Bool
  private var count = 0

  /// - Parameter follows: Whether redirects are followed. Otherwise, each response is final.
  package init(limit: Int, hasUpload: Bool = false, follows: Bool = true) {
    self.limit = limit
    self.hasUpload = hasUpload
    self.follows = follows
  }

  /// Returns the step after `response` to `request`.
  ///
  /// A redirect without a usable `Location` is final. So is a redirect that would send a body to another origin,
  /// because the body may contain a password.
  ///
  /// - Complexity: O(header fields + length of the address).
  package mutating func next(after response: HTTPResponse, to request: HTTPRequest) -> Step {
    guard follows, [301, 302, 303, 307, 308].contains(response.status), let location = response.location,
      let from = WebAddress(rawValue: request.url), let to = from.resolve(location: location)
    else { return .answer }
    var next = request
    next.origin = to.origin
    next.path = to.path
    next.query = to.query
    let takesBody = !Self.becomesGet(request.method, response.status)
    if !takesBody { Self.dropBody(&next) }
    if from.origin != to.origin {
      guard next.body.isEmpty, !(takesBody && hasUpload) else { return .answer }
      next.headers = HTTPHeaders(next.headers.fields.filter { Self.harmless.contains($0.name.lowercased()) })
    }
    hasUpload = hasUpload && takesBody
    count += 1
    return count > limit ? .tooMany : .follow(next)
  }

  /// The header fields that may be sent to any server. A list of secret fields would miss fields that an app defines
  /// itself.
  private static let harmless: Set<String> = [
    "accept", "accept-language", "cache-control", "content-type", "last-event-id", "range",
    "user-agent",
  ]

  /// Sends a request, and then those to which its redirects lead, until a response is final.
  ///
  /// - Parameters:
  ///   - tooMany: The error after too many redirects.
  ///   - exchange: Sends one request, whose redirect it doesn't follow. Its options have no upload after a redirect has
  ///     dropped the body.
  nonisolated(nonsending) package static func follow<Failure>(
    from first: HTTPRequest, _ options: TransferOptions = TransferOptions(), limit: Int, tooMany: Failure,
    _ exchange:
      nonisolated(nonsending) (HTTPRequest, TransferOptions, Redirects) async throws(Failure) -> HTTPResponse
  ) async throws(Failure) -> HTTPResponse {
    var (request, options) = (first, options)
    var redirects = Redirects(limit: limit, hasUpload: options.upload != nil, follows: options.followsRedirects)
    while true {
      var response = try await exchange(request, options, redirects)
      switch redirects.next(after: response, to: request) {
      case .answer:
        response.recordRedirect(request, after: first)
        return response
      case .follow(let next): request = next
      case .tooMany: throw tooMany
      }
      if !redirects.hasUpload { options.upload = nil }
    }
  }

  private static func becomesGet(_ method: HTTPMethod, _ status: Int) -> Bool {
    switch status {
    case 301, 302: method == .post
    case 303: method != .get && method != .head
    default: false
    }
  }

  private static func dropBody(_ request: inout HTTPRequest) {
    request.method = .get
    request.body = []
    request.headers = HTTPHeaders(request.headers.fields.filter { !$0.name.lowercased().hasPrefix("content-") })
  }
}

extension HTTPResponse {
  /// The address that a redirect leads to. There is only one (RFC 9110 §10.2.2), so several different ones are none, also
  /// if a transport has joined them.
  fileprivate var location: String? {
    let values = headers.values(of: "Location")
    if values.isEmpty { return nil }
    let whole = values.joined(separator: ", ")
    let parts = whole.split(separator: ", ")
    let areSeveral = parts.count > 1 && parts.allSatisfy { $0.hasPrefix("/") || $0.contains("://") }
    if !areSeveral { return whole }
    return Set(parts).count == 1 ? String(parts[0]) : nil
  }
}
