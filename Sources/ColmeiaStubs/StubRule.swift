import ColmeiaClient
import ColmeiaHTTP
import ColmeiaTransport

/// Which requests a stub answers, and with what.
public struct StubRule: Sendable {
  /// What a stub does with a request.
  public enum Answer: Sendable {
    /// The stub answers with this response.
    case response(HTTPResponse)
    /// The request fails with this error.
    case failure(TransportError)
    /// It does the other thing after this time on the stub's clock.
    indirect case after(Duration, Answer)
  }

  /// The method that a request must have.
  public let method: HTTPMethod
  /// The path, percent-encoded; a segment `*` stands for any one, and as the last for any further ones.
  public let path: String
  private let predicate: @Sendable (HTTPRequest) -> Bool
  let answers: [Answer]

  /// A rule for this method and path.
  ///
  /// - Parameters:
  ///   - method: The method of the request.
  ///   - path: The path of the request, without the query.
  ///   - predicate: What else must be true of the request.
  ///   - answers: Given one after the other; the last one again and again. Without any the request is unexpected.
  public init(
    _ method: HTTPMethod, _ path: String, where predicate: @escaping @Sendable (HTTPRequest) -> Bool = { _ in true },
    _ answers: Answer...
  ) {
    self.method = method
    self.path = path
    self.predicate = predicate
    self.answers = answers
  }

  /// A rule that gives the endpoint's sample for its method and path; `base` is the path of the base address.
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
  /// Method and path: `GET /events/*`.
  public var description: String { "\(method) \(path)" }
}
