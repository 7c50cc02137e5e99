import ColmeiaBase
import ColmeiaHTTP
import ColmeiaTransport

/// A client of server-sent events (WHATWG HTML §9.2). It keeps a connection open, delivers events, and reconnects with
/// the last event ID if the connection is lost.
///
/// ```swift
/// let source = EventSource(transport, clock: clock, random: random) { HTTPRequest(.get, origin: origin, path: "/news") }
/// try await source.run { update in
///   if case .event(let event) = update { send(.arrived(event)) }
/// }
/// ```
///
/// The client runs in the task that calls `run`, and ends at once if that task is cancelled. Separate runs share no
/// state.
public struct EventSource: Sendable {
  private let transport: any StreamTransport
  private let machine: EventSourceMachine
  private let clock: StoreClock
  private let deadlines: Deadlines
  private let random: @Sendable () -> Double
  private let request: @Sendable () async throws -> HTTPRequest

  /// Creates a client that is not connected.
  ///
  /// - Parameters:
  ///   - transport: The transport that opens streams.
  ///   - timing: The delays and timeouts of the client.
  ///   - lastEventID: The ID of the last event that an earlier client received, or an empty string.
  ///   - refusal: The policy for responses with a status other than 200.
  ///   - limits: The size limits of the parser. The client ends if one is exceeded.
  ///   - clock: The clock for delays and timeouts.
  ///   - random: Returns a random number from 0 up to 1, which keeps clients from reconnecting at the same moment.
  ///   - request: Creates the request for the events, for example `try await client.request(for: endpoint)` for an
  ///     `APIClient`. It is called for each connection. If it throws, the client ends with
  ///     ``EventSourceError/noRequest(_:)``, but connects again later if a token can't be read for now
  ///     (``APIError/tokenStore(_:)``) or a request of its own failed (``APIError/transport(_:)``). The client sets
  ///     `Accept`, `Cache-Control` and `Last-Event-ID`.
  public init(
    _ transport: any StreamTransport, timing: EventSourceTiming = EventSourceTiming(), lastEventID: String = "",
    refusal: EventSourceRefusal = .standard, limits: EventStreamParser.Limits = .init(), clock: any Clock<Duration>,
    random: @escaping @Sendable () -> Double, request: @escaping @Sendable () async throws -> HTTPRequest
  ) {
    self.transport = transport
    machine = EventSourceMachine(timing: timing, refusal: refusal, lastEventID: lastEventID, limits: limits)
    self.clock = StoreClock(clock)
    deadlines = Deadlines(clock)
    self.random = random
    self.request = request
  }

  /// Connects and delivers updates until the task is cancelled, or the server or an error ends the client for good.
  /// This method returns only by throwing.
  ///
  /// - Parameter receive: A callback that receives the updates one by one. While it is running, nothing more is read. It
  ///   is not called after the task is cancelled.
  /// - Throws: ``EventSourceError``, the reason why the client ended.
  nonisolated(nonsending) public func run(
    _ receive: nonisolated(nonsending) (EventSourceUpdate) async -> Void
  ) async throws(EventSourceError) {
    var machine = machine
    var stream: (any ByteStream)?
    defer { stream?.close() }
    var step = machine.woke()
    while true {
      for update in machine.takeUpdates() {
        if Task.isCancelled { throw .cancelled }
        await receive(update)
      }
      if Task.isCancelled { throw .cancelled }
      switch step {
      case .open(let id): step = await open(id, &stream, &machine)
      case .read(let time): step = await read(time, stream, &machine)
      case .wait(let time):
        stream?.close()
        stream = nil
        do { try await clock.sleep(clock.now() + time) } catch { throw .cancelled }
        step = machine.woke()
      case .end(let error): throw error
      }
    }
  }

  nonisolated(nonsending) private func open(
    _ id: String, _ stream: inout (any ByteStream)?, _ machine: inout EventSourceMachine
  ) async -> EventSourceMachine.Step {
    var request: HTTPRequest
    do { request = try await self.request() } catch {
      switch error as? APIError {
      case .transport(let error)?: return machine.failed(error, now: clock.now(), random: random())
      case .tokenStore?:
        return machine.failed(.noToken(reason: "\(error)"), now: clock.now(), random: random())
      default: return machine.end(.noRequest("\(error)"))
      }
    }
    request.headers["Accept"] = "text/event-stream"
    request.headers["Cache-Control"] = "no-cache"
    request.headers["Last-Event-ID"] = nil
    if !id.isEmpty { request.headers.add("Last-Event-ID", id) }
    do throws(TransportError) {
      let opened = try await transport.open(request)
      stream = opened
      return machine.answered(opened.head, now: clock.now(), random: random())
    } catch {
      return machine.failed(error, now: clock.now(), random: random())
    }
  }

  nonisolated(nonsending) private func read(
    _ time: Duration?, _ stream: (any ByteStream)?, _ machine: inout EventSourceMachine
  ) async -> EventSourceMachine.Step {
    guard let stream else { return machine.ended(now: clock.now(), random: random()) }
    let deadline = time.map { deadlines.add(after: $0) { stream.close() } }
    defer { if let deadline { deadlines.remove(deadline) } }
    do throws(TransportError) {
      guard let bytes = try await stream.next() else { return machine.ended(now: clock.now(), random: random()) }
      return machine.received(bytes)
    } catch {
      // A deadline has closed the stream: that of this read, or one that passed while the read before it ended.
      if error == .cancelled, !Task.isCancelled { return machine.wasSilent(now: clock.now(), random: random()) }
      return machine.failed(error, now: clock.now(), random: random())
    }
  }
}
