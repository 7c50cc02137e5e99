import ColmeiaEvents
import ColmeiaHTTP
import ColmeiaSync
import ColmeiaTransport

/// A client of server-sent events (WHATWG HTML §9.2): it keeps a connection open, tells what comes, and comes back when the
/// connection is lost, with the last event id.
///
/// ```swift
/// let source = EventSource(transport, clock: clock, random: random) { HTTPRequest(.get, origin: origin, path: "/news") }
/// try await source.run { update in
///   if case .event(let event) = update { send(.arrived(event)) }
/// }
/// ```
///
/// It belongs to the task that calls `run`, and ends at once when that task is cancelled. Nothing is shared between two runs.
public struct EventSource: Sendable {
  private let transport: any StreamTransport
  private let machine: EventSourceMachine
  private let clock: StoreClock
  private let deadlines: Deadlines
  private let random: @Sendable () -> Double
  private let resume: @Sendable (String) -> String
  private let request: @Sendable () async -> HTTPRequest

  /// A client that is not connected yet.
  ///
  /// - Parameters:
  ///   - transport: Opens the stream.
  ///   - timing: When the client reconnects, and when it takes a connection for dead.
  ///   - lastEventID: What an earlier client has heard last; empty for none.
  ///   - refusal: What happens when the server answers with a status other than 200.
  ///   - limits: How long what comes may be; the client ends when something is longer.
  ///   - clock: By which it waits.
  ///   - random: From 0 up to 1, so that clients do not come back all at once.
  ///   - resume: Which id is given when it comes back, by the last event id: an earlier one, of a server whose ids are
  ///     not exact. Asked whenever there is a last event id.
  ///   - request: Makes the request for the events, for each connection anew. `Accept`, `Cache-Control` and
  ///     `Last-Event-ID` are set by the client.
  public init(
    _ transport: any StreamTransport, timing: EventSourceTiming = EventSourceTiming(), lastEventID: String = "",
    refusal: EventSourceRefusal = .standard, limits: EventStreamParser.Limits = .init(), clock: any Clock<Duration>,
    random: @escaping @Sendable () -> Double, resume: @escaping @Sendable (_ lastEventID: String) -> String = { $0 },
    request: @escaping @Sendable () async -> HTTPRequest
  ) {
    self.transport = transport
    machine = EventSourceMachine(timing: timing, refusal: refusal, lastEventID: lastEventID, limits: limits)
    self.clock = StoreClock(clock)
    deadlines = Deadlines(clock)
    self.random = random
    self.resume = resume
    self.request = request
  }

  /// Connects, and tells what happens, until the task is cancelled, or the server or an error ends it for good: it comes
  /// back only by throwing.
  ///
  /// - Parameter hear: is told of one thing after the other; while it is busy, no more is read. It is not called again once
  ///   the task is cancelled.
  nonisolated(nonsending) public func run(
    _ hear: nonisolated(nonsending) (EventSourceUpdate) async -> Void
  ) async throws(EventSourceError) {
    var machine = machine
    var stream: (any ByteStream)?
    defer { stream?.close() }
    var step = machine.woke()
    while true {
      for update in machine.takeUpdates() {
        if Task.isCancelled { throw .cancelled }
        await hear(update)
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
    var request = await request()
    request.headers["Accept"] = "text/event-stream"
    request.headers["Cache-Control"] = "no-cache"
    request.headers["Last-Event-ID"] = nil
    let field = HTTPHeaders.Field("Last-Event-ID", id.isEmpty ? "" : resume(id))
    // An id with a control character cannot be sent; without it the server begins anew.
    if !field.value.isEmpty, HeaderText.isSendable(field) { request.headers.add(field.name, field.value) }
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
    let wasSilent = Awaited(false)
    let deadline = time.map { time in
      deadlines.add(after: time) {
        wasSilent.change { $0 = true }
        stream.close()
      }
    }
    defer { if let deadline { deadlines.remove(deadline) } }
    do throws(TransportError) {
      guard let bytes = try await stream.next() else { return machine.ended(now: clock.now(), random: random()) }
      return machine.received(bytes)
    } catch {
      if wasSilent.read({ $0 }), !Task.isCancelled { return machine.wasSilent(now: clock.now(), random: random()) }
      return machine.failed(error, now: clock.now(), random: random())
    }
  }
}
