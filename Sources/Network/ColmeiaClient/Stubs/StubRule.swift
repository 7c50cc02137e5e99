import ColmeiaHTTP
import ColmeiaTransport

/// A rule that says which requests a stub transport handles and how it responds.
public struct StubRule: Sendable {
  /// A stub's response to a request.
  public enum Answer: Sendable {
    /// Returns this response.
    case response(HTTPResponse)
    /// Fails with this error.
    case failure(TransportError)
    /// Responds as the nested answer says, after this delay on the stub's clock.
    indirect case after(Duration, Answer)
  }

  /// The method of the requests that the rule matches.
  public let method: HTTPMethod
  /// The percent-encoded path of the requests that the rule matches. A segment `*` matches any one segment, or any
  /// number of remaining segments if it is the last.
  public let path: String
  private let predicate: @Sendable (HTTPRequest) -> Bool
  let answers: [Answer]

  /// Creates a rule for a method and a path.
  ///
  /// - Parameters:
  ///   - method: The method of the request.
  ///   - path: The path of the request, without the query.
  ///   - predicate: An additional condition on the request.
  ///   - answers: The responses to successive requests. The last one is repeated. If there are none, the rule is
  ///     skipped.
  public init(
    _ method: HTTPMethod, _ path: String, where predicate: @escaping @Sendable (HTTPRequest) -> Bool = { _ in true },
    _ answers: Answer...
  ) {
    self.method = method
    self.path = path
    self.predicate = predicate
    self.answers = answers
  }

  /// Creates a rule that returns an endpoint's sample for its method and path.
  ///
  /// - Parameters:
  ///   - endpoint: The endpoint. If it has no sample, the rule is skipped.
  ///   - base: The path of the base address.
  public init<Value>(sampleOf endpoint: Endpoint<Value>, below base: String = "") {
    method = endpoint.method
    path = base + endpoint.path.description
    predicate = { _ in true }
    answers = endpoint.sample.map { [.response($0)] } ?? []
  }

  func matches(_ request: HTTPRequest) -> Bool {
    request.method == method && matches(path: request.path) && predicate(request)
  }

  private func matches(path other: String) -> Bool {
    let pattern = path.split(separator: "/", omittingEmptySubsequences: false)
    let segments = other.split(separator: "/", omittingEmptySubsequences: false)
    for (index, part) in pattern.enumerated() {
      if part == "*" && index == pattern.count - 1 { return segments.count > index }
      guard index < segments.count, part == "*" || part == segments[index] else { return false }
    }
    return pattern.count == segments.count
  }
}

extension StubRule: CustomStringConvertible {
  /// The method and the path: `GET /events/*`.
  public var description: String { "\(method) \(path)" }
}
