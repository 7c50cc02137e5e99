import ColmeiaHTTP
import ColmeiaTransport

/// A client of server-sent events (WHATWG HTML §9.2.3) as a state machine without sockets and clocks.
///
/// Its inputs are events with the current time, and each returns the next step. Pending updates from ``takeUpdates()``
/// must be delivered before that step is performed.
package struct EventSourceMachine: Sendable {
  /// What to do next.
  package enum Step: Sendable, Equatable {
    /// Open a connection with this last event ID, which may be empty. Then call ``answered(_:now:random:)`` or
    /// ``failed(_:now:random:)``.
    case open(lastEventID: String)
    /// Read more bytes. Then call ``received(_:)``, ``ended(now:random:)`` or ``failed(_:now:random:)``, or
    /// ``wasSilent(now:random:)`` if nothing arrived within this time.
    case read(atMost: Duration?)
    /// Close the connection if there is one, wait, and then call ``woke()``.
    case wait(Duration)
    /// Close the connection if there is one, and end with this error.
    case end(EventSourceError)
  }

  private let timing: EventSourceTiming
  private let refusal: EventSourceRefusal
  private var parser: EventStreamParser
  private var updates: [EventSourceUpdate] = []
  /// The minimum delay before reconnecting.
  private var reconnection: Duration
  /// The number of consecutive failures.
  private var failures = 0
  /// The number of consecutive connections that lasted less than a second.
  private var shorts = 0
  private var openSince: Duration?

  package init(
    timing: EventSourceTiming = EventSourceTiming(), refusal: EventSourceRefusal = .standard, lastEventID: String = "",
    limits: EventStreamParser.Limits = .init()
  ) {
    self.timing = timing
    self.refusal = refusal
    reconnection = timing.reconnection
    parser = EventStreamParser(lastEventID: lastEventID, limits: limits)
  }

  /// Returns the pending updates in order and removes them.
  package mutating func takeUpdates() -> [EventSourceUpdate] {
    defer { updates = [] }
    return updates
  }

  /// Returns the first step, and the step after a delay.
  package mutating func woke() -> Step {
    parser.begin()
    return .open(lastEventID: sentID)
  }

  /// Handles the head of a response.
  ///
  /// - Parameter random: A random number from 0 up to 1.
  package mutating func answered(_ head: HTTPResponse, now: Duration, random: Double) -> Step {
    guard head.status == 200 else { return refused(head, now, random) }
    let type = Self.essence(head)
    guard type == "text/event-stream" else { return end(.wrongType(type)) }
    openSince = now
    updates.append(.open(head, after: sentID))
    return .read(atMost: timing.idle)
  }

  /// Handles bytes of the response body.
  package mutating func received(_ bytes: [UInt8]) -> Step {
    for output in parser.receive(bytes) {
      switch output {
      case .event(let event):
        failures = 0
        updates.append(.event(event))
      case .retry(let milliseconds):
        reconnection = min(.milliseconds(milliseconds), EventSourceTiming.longestRetry)
      // A new connection would bring the same event again.
      case .failed(let error): return end(.tooLong(error))
      }
    }
    return .read(atMost: timing.idle)
  }

  /// Handles an error after which no further connection is made.
  package mutating func end(_ error: EventSourceError) -> Step {
    updates.append(.error(error, reconnectsAfter: nil))
    return .end(error)
  }

  /// Handles the end of the body.
  package mutating func ended(now: Duration, random: Double) -> Step { reconnect(.ended, now, random) }

  /// Handles a timeout while reading.
  package mutating func wasSilent(now: Duration, random: Double) -> Step {
    reconnect(.silent(timing.idle ?? .zero), now, random)
  }

  /// Handles a connection that was lost or could not be opened.
  package mutating func failed(_ error: TransportError, now: Duration, random: Double) -> Step {
    switch error {
    case .cancelled: .end(.cancelled)
    // Errors in the request or on the client's side are permanent.
    case .badRequest, .declined, .unreadableBody, .shutDown, .tooLarge, .tooManyRedirects:
      end(.transport(error))
    case .offline, .unreachable, .timedOut, .tls, .flooded, .badResponse, .noToken, .failed:
      reconnect(.transport(error), now, random)
    }
  }
}

extension EventSourceMachine {
  /// The last event ID, or an empty string if it contains a control character and therefore can't be sent. Without an
  /// ID, the server starts from the beginning. It is the same until events arrive.
  private var sentID: String {
    HeaderText.isSendable(HTTPHeaders.Field("Last-Event-ID", parser.lastEventID)) ? parser.lastEventID : ""
  }

  private mutating func refused(_ head: HTTPResponse, _ now: Duration, _ random: Double) -> Step {
    let error = EventSourceError.refused(status: head.status)
    switch refusal.decision(head, parser.lastEventID) {
    case .reconnects: return reconnect(error, now, random, asked: RetryAfter.delay(of: head.headers) ?? .zero)
    case .forgetsID where !parser.lastEventID.isEmpty:
      parser.forgetID()
      updates.append(.error(error, reconnectsAfter: .zero))
      return .wait(.zero)
    case .ends, .forgetsID: return end(error)
    }
  }

  /// - Parameter asked: The delay that the server asks for with `Retry-After`.
  private mutating func reconnect(
    _ error: EventSourceError, _ now: Duration, _ random: Double, asked: Duration = .zero
  ) -> Step {
    if let time = openSince.take().map({ now - $0 }) {
      if time >= EventSourceTiming.steadyAfter { failures = 0 }
      shorts = time < EventSourceTiming.shortestBackoff ? shorts + 1 : 0
    }
    failures += 1
    let wait = max(
      min(asked, EventSourceTiming.longestRetry),
      timing.wait(base: reconnection, failures: failures, shorts: shorts, random: random))
    updates.append(.error(error, reconnectsAfter: wait))
    return .wait(wait)
  }

  /// Returns the media type of the response without parameters (WHATWG MIME Sniffing §4.3), shortened because it is
  /// shown in an error message.
  private static func essence(_ head: HTTPResponse) -> String {
    let value = head.headers.values(of: "Content-Type").last ?? ""
    let type = value.prefix { $0 != ";" }.prefix(100)
    return type.split { $0 == " " || $0 == "\t" }.joined(separator: " ").lowercased()
  }
}
