import ColmeiaHTTP
import ColmeiaSync
import ColmeiaTransport

/// Tells an observer of each request and how it ended: for a log that may be shown to anybody.
public struct ObservedTransport: Transport {
  private let base: any Transport
  private let clock: StoreClock
  private let observer: @Sendable (ExchangeRecord) -> Void

  /// A transport over another one.
  ///
  /// - Parameters:
  ///   - clock: By which it is measured how long an answer takes.
  ///   - observer: Called once for each request when it has ended, on any thread; such as ``ExchangeLog/add(_:)``.
  public init(
    _ base: any Transport, clock: any Clock<Duration> = ContinuousClock(),
    observer: @escaping @Sendable (ExchangeRecord) -> Void
  ) {
    self.base = base
    self.clock = StoreClock(clock)
    self.observer = observer
  }

  /// Sends `request`, and tells.
  nonisolated(nonsending) public func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
    try await observe(request) { () async throws(TransportError) in try await base.send(request) }
  }

  /// Does the same with these options.
  nonisolated(nonsending) public func send(
    _ request: HTTPRequest, _ options: TransferOptions
  ) async throws(TransportError) -> HTTPResponse {
    try await observe(request) { () async throws(TransportError) in try await base.send(request, options) }
  }

  nonisolated(nonsending) private func observe(
    _ request: HTTPRequest, _ send: nonisolated(nonsending) () async throws(TransportError) -> HTTPResponse
  ) async throws(TransportError) -> HTTPResponse {
    let start = clock.now()
    let result: Result<HTTPResponse, TransportError>
    do throws(TransportError) { result = .success(try await send()) } catch { result = .failure(error) }
    observer(ExchangeRecord(request, result, duration: clock.now() - start))
    return try result.get()
  }
}
