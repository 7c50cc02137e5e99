import ColmeiaHTTP

/// What goes wrong, where, and how often.
public struct FaultRule: Sendable, Equatable, Codable {
  /// One thing that goes wrong.
  public enum Fault: Sendable, Equatable, Codable {
    /// The answer has this status, and the back end hears nothing of the request.
    case status(Int)
    /// It takes longer, from the first duration to the second.
    case delay(ClosedRange<Duration>)
    /// The connection ends within the answer, so the back end has taken the request.
    case cut
    /// The connection ends without an answer, and the back end hears nothing of the request.
    case offline

    var isDelay: Bool { if case .delay = self { true } else { false } }
  }

  /// What.
  public var fault: Fault
  /// With which method; `nil` with any.
  public var method: HTTPMethod?
  /// At which path, as it is sent; one that ends in `*` at all that begin so; `nil` at any.
  public var path: String?
  /// How many requests from now on; `nil` without end.
  public var times: Int?

  /// A rule.
  public init(_ fault: Fault, method: HTTPMethod? = nil, path: String? = nil, times: Int? = nil) {
    self.fault = fault
    self.method = method
    self.path = path
    self.times = times
  }

  func fits(_ request: HTTPRequest) -> Bool {
    guard method == nil || method == request.method else { return false }
    guard let path else { return true }
    return path.last == "*" ? request.path.hasPrefix(path.dropLast()) : request.path == path
  }
}
