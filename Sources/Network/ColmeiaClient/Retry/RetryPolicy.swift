import ColmeiaHTTP
import ColmeiaTransport

/// The rules for retrying a failed request.
public struct RetryPolicy: Sendable, Hashable {
  /// The maximum number of attempts, including the first.
  public var attempts: Int
  /// The delay after the first attempt.
  public var base: Duration
  /// The factor by which the delay grows with each attempt.
  public var factor: Double
  /// The maximum delay, unless the server asks for a longer one.
  public var cap: Duration
  /// The part of a delay that may be removed at random, from 0 (none) to 1 (all of it). Jitter keeps many clients from
  /// retrying at the same moment.
  public var jitter: Double
  /// The maximum delay that a server may ask for with `Retry-After`. If it asks for more, the request is not retried.
  public var retryAfterLimit: Duration
  /// The methods of requests that are retried. By default, these are idempotent methods (RFC 9110 §9.2.2), for which a
  /// repeated request has the same effect as a single one.
  public var methods: Set<HTTPMethod>
  /// The statuses that are retried.
  public var statuses: Set<Int>

  /// The maximum delay, whatever the policy says.
  static let longestDelay = Duration.seconds(86_400)

  /// Creates a policy. By default, it makes 3 attempts with delays that start at 0.5 s and double up to 30 s, with half
  /// of each delay subject to jitter.
  ///
  /// Values out of range are clamped: attempts to at least 1, delays to between zero and one day, the factor to at
  /// least 1, and the jitter to between 0 and 1.
  public init(
    attempts: Int = 3, base: Duration = .milliseconds(500), factor: Double = 2, cap: Duration = .seconds(30),
    jitter: Double = 0.5, retryAfterLimit: Duration = .seconds(60),
    methods: Set<HTTPMethod> = [.get, .head, .put, .delete], statuses: Set<Int> = [408, 429, 500, 502, 503, 504]
  ) {
    self.attempts = max(1, attempts)
    self.base = min(max(.zero, base), Self.longestDelay)
    self.factor = factor >= 1 ? factor : 1
    self.cap = min(max(.zero, cap), Self.longestDelay)
    self.jitter = jitter >= 0 ? min(jitter, 1) : 0
    self.retryAfterLimit = min(max(.zero, retryAfterLimit), Self.longestDelay)
    self.methods = methods
    self.statuses = statuses
  }
}

extension RetryPolicy {
  /// Returns whether another attempt may help, because the server could not be reached or did not respond in time.
  /// Errors in the request or the response are permanent.
  func isPassing(_ error: TransportError) -> Bool {
    switch error {
    case .offline, .unreachable, .timedOut: true
    case .cancelled, .tls, .tooLarge, .flooded, .badRequest, .unreadableBody, .badResponse, .tooManyRedirects,
      .shutDown, .noToken, .declined, .failed:
      false
    }
  }

  /// The delays between the attempts.
  var backoff: Backoff { Backoff(base: base, factor: factor, cap: cap, spread: (1, 1 - jitter)) }
}
