import ColmeiaHTTP
import ColmeiaTransport

/// The attempts of one request. A pure machine: it hears how an attempt ended and says what is next.
struct RetryMachine: Sendable, Hashable {
  /// What is next.
  enum Step: Sendable, Hashable {
    /// Nothing: the attempt has the last word.
    case end
    /// Another attempt after this wait.
    case wait(Duration)
  }

  private let policy: RetryPolicy
  private let isRepeatable: Bool
  /// How many attempts have ended.
  private(set) var failures = 0

  /// The attempts of a request with this method.
  init(_ policy: RetryPolicy, method: HTTPMethod) {
    self.policy = policy
    isRepeatable = policy.methods.contains(method)
  }

  /// An attempt had no answer.
  ///
  /// - Parameter random: From 0 up to 1, drawn anew each time.
  mutating func failed(_ error: TransportError, random: Double) -> Step {
    policy.isPassing(error) ? next(random, asked: nil) : .end
  }

  /// An attempt had an answer, good or bad.
  ///
  /// - Parameter random: From 0 up to 1, drawn anew each time.
  mutating func answered(_ response: HTTPResponse, random: Double) -> Step {
    guard policy.statuses.contains(response.status) else { return .end }
    return next(random, asked: RetryAfter.delay(of: response.headers))
  }

  private mutating func next(_ random: Double, asked: Duration?) -> Step {
    failures += 1
    guard isRepeatable, failures < policy.attempts else { return .end }
    if let asked, asked > policy.retryAfterLimit { return .end }
    let wait = policy.wait(after: failures)
    let part = 1 - policy.jitter * min(max(random, 0), 1)
    return .wait(max(asked ?? .zero, .seconds(wait.inSeconds * part)))
  }
}
