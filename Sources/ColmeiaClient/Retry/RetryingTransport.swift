import ColmeiaHTTP
import ColmeiaTransport

/// Makes attempts over another transport until one is good, or the policy says that it is enough.
///
/// The deadline of the other transport is each attempt's own. Cancelling ends the wait between two of them.
public struct RetryingTransport: Transport {
  private let base: any Transport
  private let policy: RetryPolicy
  private let clock: any Clock<Duration>
  private let random: @Sendable () -> Double

  /// A transport that tries again.
  ///
  /// - Parameters:
  ///   - base: The transport over which attempts are made.
  ///   - policy: Which failures are tried again, and when.
  ///   - clock: Measures the delays.
  ///   - random: Draws a number from 0 up to 1.
  public init(
    _ base: any Transport, policy: RetryPolicy = RetryPolicy(), clock: any Clock<Duration> = ContinuousClock(),
    random: @escaping @Sendable () -> Double
  ) {
    self.base = base
    self.policy = policy
    self.clock = clock
    self.random = random
  }

  /// Sends `request`, again where that may help, and answers the last attempt's answer or throws its error.
  nonisolated(nonsending) public func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
    try await send(request, TransferOptions())
  }

  /// Does the same with these options; the time is each attempt's own, and so is progress, which begins again.
  nonisolated(nonsending) public func send(
    _ request: HTTPRequest, _ options: TransferOptions
  ) async throws(TransportError) -> HTTPResponse {
    var machine = RetryMachine(policy, method: request.method)
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
      do { try await clock.sleep(for: duration) } catch { throw .cancelled }
    }
  }
}
