import ColmeiaHTTP
import ColmeiaTransport

/// A transport that retries failed requests over another transport, as its policy says.
///
/// The other transport's timeout applies to each attempt. Cancelling the task also ends the delay between two attempts.
public struct RetryingTransport: Transport {
  private let base: any Transport
  private let policy: RetryPolicy
  private let clock: any Clock<Duration>
  private let random: @Sendable () -> Double

  /// Creates a transport that retries requests.
  ///
  /// - Parameters:
  ///   - base: The transport that makes the attempts.
  ///   - policy: The rules for retrying.
  ///   - clock: The clock that measures the delays.
  ///   - random: Returns a random number from 0 up to 1.
  public init(
    _ base: any Transport, policy: RetryPolicy = RetryPolicy(), clock: any Clock<Duration> = ContinuousClock(),
    random: @escaping @Sendable () -> Double
  ) {
    self.base = base
    self.policy = policy
    self.clock = clock
    self.random = random
  }

  /// Sends `request` and retries it as the policy says.
  ///
  /// - Throws: The `TransportError` of the last attempt.
  nonisolated(nonsending) public func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
    try await send(request, TransferOptions())
  }

  /// Sends `request` with options and retries it as the policy says. The timeout applies to each attempt, and progress
  /// starts again with each attempt.
  ///
  /// - Throws: The `TransportError` of the last attempt.
  nonisolated(nonsending) public func send(
    _ request: HTTPRequest, _ options: TransferOptions
  ) async throws(TransportError) -> HTTPResponse {
    var (machine, request) = (RetryMachine(policy, method: request.method), request)
    while true {
      let result: Result<HTTPResponse, TransportError>
      do throws(TransportError) { result = .success(try await base.send(request, options)) } catch {
        result = .failure(error)
      }
      let step =
        switch result {
        case .success(let response): machine.answered(response, random: random())
        case .failure(let error): machine.failed(error, random: random())
        }
      guard case .wait(let duration) = step else { return try result.get() }
      do { try await clock.sleep(for: min(duration, RetryPolicy.longestDelay)) } catch { throw .cancelled }
      if case .success(let response) = result, let renewal = options.renewal {
        for field in await renewal(response) { request.headers.setSecret(field.value, for: field.name) }
      }
    }
  }
}
