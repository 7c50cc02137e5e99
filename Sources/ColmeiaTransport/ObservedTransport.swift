import ColmeiaHTTP
import ColmeiaSync

/// Tells an observer of each request and how it ended: for a log that may be shown to anybody.
public struct ObservedTransport: Transport {
  private let base: any Transport
  private let clock: StoreClock
  private let observer: @Sendable (ExchangeRecord) -> Void

  /// A transport over another one.
  ///
  /// - Parameters:
  ///   - base: The transport that sends.
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
    try await send(request, TransferOptions())
  }

  /// Does the same with these options.
  nonisolated(nonsending) public func send(
    _ request: HTTPRequest, _ options: TransferOptions
  ) async throws(TransportError) -> HTTPResponse {
    let start = clock.now()
    do throws(TransportError) {
      let response = try await base.send(request, options)
      let end = ExchangeRecord.End.answered(response.status, bytes: response.body.count)
      observer(ExchangeRecord(request, end, duration: clock.now() - start))
      return response
    } catch {
      observer(ExchangeRecord(request, .failed(error), duration: clock.now() - start))
      throw error
    }
  }
}

/// Tells an observer of each stream when its head is there, or when it could not be opened.
public struct ObservedStreamTransport: StreamTransport {
  private let base: any StreamTransport
  private let clock: StoreClock
  private let observer: @Sendable (ExchangeRecord) -> Void

  /// A transport over another one.
  ///
  /// - Parameters:
  ///   - base: The transport that opens streams.
  ///   - clock: By which it is measured how long the head takes.
  ///   - observer: Called once for each stream, on any thread.
  public init(
    _ base: any StreamTransport, clock: any Clock<Duration> = ContinuousClock(),
    observer: @escaping @Sendable (ExchangeRecord) -> Void
  ) {
    self.base = base
    self.clock = StoreClock(clock)
    self.observer = observer
  }

  /// Opens a stream, and tells.
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
