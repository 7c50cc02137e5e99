import ColmeiaBase
import ColmeiaHTTP

/// A transport that reports every request to an observer, for logs that are safe to show to anyone.
///
/// The reported ``ExchangeRecord`` contains no header fields and no bodies, and its secrets are masked.
public struct ObservedTransport: Transport {
  private let base: any Transport
  private let clock: StoreClock
  private let observer: @Sendable (ExchangeRecord) -> Void

  /// Creates a transport that sends over another one.
  ///
  /// - Parameters:
  ///   - base: The transport that sends the requests.
  ///   - clock: The clock that measures the duration of a request.
  ///   - observer: A function such as ``ExchangeLog/add(_:)`` that is called once for each request after it ends, on
  ///     any thread.
  public init(
    _ base: any Transport, clock: any Clock<Duration> = ContinuousClock(),
    observer: @escaping @Sendable (ExchangeRecord) -> Void
  ) {
    self.base = base
    self.clock = StoreClock(clock)
    self.observer = observer
  }

  /// Sends `request` and reports how it ended.
  nonisolated(nonsending) public func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
    try await send(request, TransferOptions())
  }

  /// Sends `request` with options and reports how it ended.
  nonisolated(nonsending) public func send(
    _ request: HTTPRequest, _ options: TransferOptions
  ) async throws(TransportError) -> HTTPResponse {
    let start = clock.now()
    do throws(TransportError) {
      let response = try await base.send(request, options)
      let end = ExchangeRecord.End.answered(response.status, bytes: response.body.count)
      observer(ExchangeRecord(request, end, duration: clock.now() - start, upload: options.upload))
      return response
    } catch {
      observer(ExchangeRecord(request, .failed(error), duration: clock.now() - start, upload: options.upload))
      throw error
    }
  }
}

/// A transport that reports every stream to an observer once its head arrives or it fails to open.
public struct ObservedStreamTransport: StreamTransport {
  private let base: any StreamTransport
  private let clock: StoreClock
  private let observer: @Sendable (ExchangeRecord) -> Void

  /// Creates a transport that opens streams over another one.
  ///
  /// - Parameters:
  ///   - base: The transport that opens the streams.
  ///   - clock: The clock that measures how long the head takes to arrive.
  ///   - observer: A function that is called once for each stream, on any thread.
  public init(
    _ base: any StreamTransport, clock: any Clock<Duration> = ContinuousClock(),
    observer: @escaping @Sendable (ExchangeRecord) -> Void
  ) {
    self.base = base
    self.clock = StoreClock(clock)
    self.observer = observer
  }

  /// Opens a stream and reports its head or its failure.
  nonisolated(nonsending) public func open(_ request: HTTPRequest) async throws(TransportError) -> any ByteStream {
    let start = clock.now()
    do throws(TransportError) {
      let stream = try await base.open(request)
      observer(ExchangeRecord(request, .opened(stream.head.status), duration: clock.now() - start))
      return stream
    } catch {
      observer(ExchangeRecord(request, .failed(error), duration: clock.now() - start))
      throw error
    }
  }
}
