import ColmeiaHTTP

/// Which request follows a redirect (RFC 9110 §15.4), and what it may take along. A pure machine.
///
/// URLSession's own redirects are not used: on Linux they lose the body of a 307 or 308, and keep every secret.
struct Redirects: Sendable {
  /// What an answer means.
  enum Step: Sendable, Equatable {
    /// It is the answer.
    case answer
    /// Send this instead.
    case follow(HTTPRequest)
    /// There were too many.
    case tooMany
  }

  /// How many are followed.
  let limit: Int
  /// Whether the body is not the request's own, but one that is read while it is sent. Not after it was dropped.
  private(set) var hasUpload: Bool
  private var count = 0

  init(limit: Int, hasUpload: Bool = false) {
    self.limit = limit
    self.hasUpload = hasUpload
  }

  /// The step after `response` has answered `request`.
  ///
  /// A redirect without a usable `Location` is the answer; so is one that would carry a body to another origin, since
  /// it may hold a password.
  ///
  /// - Complexity: O(header fields + length of the address).
  mutating func next(after response: HTTPResponse, to request: HTTPRequest) -> Step {
    guard [301, 302, 303, 307, 308].contains(response.status), let location = response.headers["Location"],
      let from = WebAddress(rawValue: request.url), let to = from.resolve(location)
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

  /// What any server may see. A list of what is secret would miss the header field that an app invents.
  private static let harmless: Set<String> = [
    "accept", "accept-language", "cache-control", "content-type", "last-event-id", "range",
    "user-agent",
  ]

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
