import ColmeiaHTTP
import ColmeiaTransport

/// The attempts of one request. A pure state machine that receives the result of each attempt and decides what to do
/// next.
struct RetryMachine: Sendable, Hashable {
  /// What to do after an attempt.
  enum Step: Sendable, Hashable {
    /// Use the result of this attempt.
    case end
    /// Try again after this delay.
    case wait(Duration)
  }

  private let policy: RetryPolicy
  private let isRepeatable: Bool
  /// The number of attempts that have failed.
  private(set) var failures = 0

  /// Creates a machine for a request with this method.
  init(_ policy: RetryPolicy, method: HTTPMethod) {
    self.policy = policy
    isRepeatable = policy.methods.contains(method)
  }

  /// Handles an attempt that got no response.
  ///
  /// - Parameter random: A new random number from 0 up to 1.
  mutating func failed(_ error: TransportError, random: Double) -> Step {
    policy.isPassing(error) ? next(random, asked: nil) : .end
  }

  /// Handles an attempt that got a response, successful or not.
  ///
  /// - Parameter random: A new random number from 0 up to 1.
  mutating func answered(_ response: HTTPResponse, random: Double) -> Step {
    guard policy.statuses.contains(response.status) else { return .end }
    return next(random, asked: RetryAfter.delay(of: response.headers))
  }

  private mutating func next(_ random: Double, asked: Duration?) -> Step {
    failures += 1
    guard isRepeatable, failures < policy.attempts else { return .end }
    if let asked, asked > policy.retryAfterLimit { return .end }
    return .wait(max(asked ?? .zero, policy.backoff.delay(after: failures, random: random)))
  }
}
