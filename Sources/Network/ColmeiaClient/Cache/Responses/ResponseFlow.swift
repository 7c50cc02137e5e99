import ColmeiaHTTP

/// The state of one call that uses the cache, the network or both. A pure state machine that performs no work itself.
struct ResponseFlow: Sendable {
  /// What to do next.
  enum Step: Sendable, Equatable {
    /// Look up the cached response and report it with ``handle(_:now:)``.
    case lookUp
    /// Deliver this cached response to the caller, and report with ``delivered(_:)`` whether it could be read.
    case deliver(ResponseRecord, age: Int)
    /// Send the request to the server with these additional header fields.
    case request(HTTPHeaders)
    /// Nothing: the call has ended.
    case end
  }

  private enum Phase: Sendable {
    /// The call has not begun.
    case ready
    /// The cached response is being looked up.
    case looking
    /// The cached response is being delivered.
    case delivering(ResponseRecord)
    /// The request is being sent. The record is the cached response that the server may confirm.
    case asking(ResponseRecord?)
    /// The call has ended without a request.
    case over
  }

  private let use: CachePolicy
  private let asked: CacheControl
  private var phase = Phase.ready

  /// Creates a flow for one call, whose request has these directives.
  init(_ use: CachePolicy, _ asked: CacheControl = CacheControl([:])) {
    self.use = use
    self.asked = asked
  }

  /// The cached response that the server may confirm, or `nil` if the request has no conditions for one.
  var known: ResponseRecord? { if case .asking(let record) = phase { record } else { nil } }

  mutating func begin() -> Step {
    guard case .ready = phase else { return .end }
    if use == .networkOnly { return request(nil) }
    phase = .looking
    return .lookUp
  }

  /// Handles the result of the lookup.
  ///
  /// - Parameter now: The time in seconds since 1970.
  mutating func handle(_ record: ResponseRecord?, now: Int) -> Step {
    guard case .looking = phase else { return .end }
    guard let record, let age = record.age(now), isUsable(record, age) else { return request(record) }
    phase = .delivering(record)
    return .deliver(record, age: age)
  }

  mutating func delivered(_ wasReadable: Bool) -> Step {
    guard case .delivering(let record) = phase else { return .end }
    // If this version of the app cannot read the response, a confirmation does not help.
    if !wasReadable { return request(nil) }
    if use == .both, !asked.onlyIfCached { return request(record) }
    phase = .over
    return .end
  }

  /// Returns whether a cached response may be delivered, also according to the request (RFC 9111 §5.2.1).
  /// ``CachePolicy/both`` delivers expired responses too, since it reports their age and always asks the server as well,
  /// unless the server or the request forbids it.
  private func isUsable(_ record: ResponseRecord, _ age: Int) -> Bool {
    let control = record.control
    let isFresh = (record.lifetime ?? .max) - age >= max(asked.minFresh, 1)
    // An age of 0 s may be almost a second, so a `max-age` of 0 asks for a confirmation.
    return !control.noCache && !asked.noCache && asked.maxAge != 0 && age <= asked.maxAge ?? .max
      && (isFresh || use == .both && asked.minFresh == 0 && !control.mustRevalidate)
  }

  private mutating func request(_ record: ResponseRecord?) -> Step {
    let conditions = record?.conditions ?? [:]
    phase = .asking(conditions.fields.isEmpty ? nil : record)
    return .request(conditions)
  }
}

/// What the server's response means for the cached one.
enum ResponseVerdict: Sendable, Equatable {
  /// Cache the response.
  case keep(ResponseRecord)
  /// The server confirmed the cached response. Cache it with the new time if `keeps` is true; otherwise remove it.
  case confirmed(ResponseRecord, keeps: Bool)
  /// Remove the cached response.
  case forget
  /// Leave the cache unchanged.
  case nothing

  /// The facts that a verdict depends on.
  struct Rules: Sendable {
    /// Whether the call allows its response to be cached.
    var saves: Bool
    /// Whether the response belongs to an account.
    var isOwned: Bool
    /// The time in seconds since 1970.
    var now: Int
    /// The number of seconds that the request took.
    var delay = 0
  }

  /// The statuses of responses that are cached although they don't say for how long (RFC 9110 §15.1), of those that mean
  /// success. Others, such as 202, are about one request.
  private static let cacheable: Set<Int> = [200, 203, 204]

  /// Returns the verdict on a response.
  ///
  /// - Parameters:
  ///   - known: The cached response whose validators the request contained.
  ///   - isGood: Returns whether the response is a success that the call can decode.
  static func of(
    _ response: HTTPResponse, known: ResponseRecord?, _ rules: Rules, isGood: (HTTPResponse) -> Bool
  ) -> ResponseVerdict {
    if response.status == 304, let known, known.isConfirmed(by: response) {
      let record = known.confirmed(by: response, now: rules.now, delay: rules.delay)
      return .confirmed(record, keeps: mayKeep(response, record.control, rules))
    }
    // The owner may no longer see the resource, or it no longer exists, so the cached response must not be shown again.
    // Another server doesn't know.
    if [401, 403, 404, 410].contains(response.status), response.origin == nil { return .forget }
    guard rules.saves, (200..<300).contains(response.status), response.status != 206, isGood(response) else {
      return .nothing
    }
    let record = ResponseRecord(response, now: rules.now, delay: rules.delay)
    let isCacheable = cacheable.contains(response.status) || record.lifetime != nil
    return isCacheable && mayKeep(response, record.control, rules) ? .keep(record) : .forget
  }

  /// Returns whether a response may be cached. One that a redirect led to may not, because the redirect may change, and
  /// neither may one that varies with more than the request.
  private static func mayKeep(_ response: HTTPResponse, _ control: CacheControl, _ rules: Rules) -> Bool {
    response.isDirect && !response.headers.vary.contains("*")
      && !control.noStore && (rules.isOwned || !control.isPrivate && !response.hasHiddenCookies)
  }
}
