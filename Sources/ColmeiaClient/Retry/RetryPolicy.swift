import ColmeiaHTTP
import ColmeiaTransport

/// When a failed attempt is made again, and after how long.
public struct RetryPolicy: Sendable, Hashable {
  /// How many attempts are made, the first among them.
  public var attempts: Int
  /// The wait after the first attempt.
  public var base: Duration
  /// By how much each wait is longer than the one before.
  public var factor: Double
  /// The longest wait, unless the server asks for more.
  public var cap: Duration
  /// Which part of a wait chance may take away: 0 none, 1 all of it. It keeps many clients from coming back together.
  public var jitter: Double
  /// The longest wait that a server may ask for with `Retry-After`; if it asks for more, there is no further attempt.
  public var retryAfterLimit: Duration
  /// The methods that are tried again. By default the idempotent ones (RFC 9110 §9.2.2): doing them twice does what
  /// doing them once does.
  public var methods: Set<HTTPMethod>
  /// The statuses that are tried again.
  public var statuses: Set<Int>

  /// A policy: 3 attempts, waits from 0.5 s that double up to 30 s, half of them chance, where nothing else is said.
  ///
  /// What makes no sense is brought into its range: at least one attempt, waits of at least zero and at most a day, a
  /// factor of at least 1, a jitter from 0 to 1.
  public init(
    attempts: Int = 3, base: Duration = .milliseconds(500), factor: Double = 2, cap: Duration = .seconds(30),
    jitter: Double = 0.5, retryAfterLimit: Duration = .seconds(60),
    methods: Set<HTTPMethod> = [.get, .head, .put, .delete], statuses: Set<Int> = [408, 429, 500, 502, 503, 504]
  ) {
    let day = Duration.seconds(86_400)
    self.attempts = max(1, attempts)
    self.base = min(max(.zero, base), day)
    self.factor = factor >= 1 ? factor : 1
    self.cap = min(max(.zero, cap), day)
    self.jitter = jitter >= 0 ? min(jitter, 1) : 0
    self.retryAfterLimit = min(max(.zero, retryAfterLimit), day)
    self.methods = methods
    self.statuses = statuses
  }
}

extension RetryPolicy {
  /// Whether another attempt may help: the way to the server was interrupted. What is wrong with the request or with the
  /// answer stays wrong.
  func isPassing(_ error: TransportError) -> Bool {
    switch error {
    case .offline, .unreachable, .timedOut: true
    case .cancelled, .tls, .tooLarge, .flooded, .badRequest, .unreadableBody, .badResponse, .tooManyRedirects,
      .shutDown, .declined, .failed:
      false
    }
  }

  /// The wait after so many failed attempts, before chance takes its part.
  ///
  /// - Complexity: O(failures).
  func wait(after failures: Int) -> Duration {
    var seconds = base.inSeconds
    let longest = cap.inSeconds
    for _ in 1..<max(1, failures) where seconds < longest { seconds *= factor }
    return seconds < longest ? .seconds(seconds) : cap
  }
}

extension Duration {
  /// As a number of seconds, rounded.
  var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}
