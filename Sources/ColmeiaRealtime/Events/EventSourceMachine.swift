import ColmeiaEvents
import ColmeiaHTTP
import ColmeiaTransport

/// A client of events, without sockets and clocks (WHATWG HTML §9.2.3): what happens goes in, with the time; what is to be
/// done next comes out. What is to be told waits in ``takeUpdates()``, and is told first.
package struct EventSourceMachine: Sendable {
  /// What is to be done next.
  package enum Step: Sendable, Equatable {
    /// Open a connection, with this last event id, which may be empty; then ``answered(_:now:random:)`` or
    /// ``failed(_:now:random:)``.
    case open(lastEventID: String)
    /// Read on; then ``received(_:)``, ``ended(now:random:)``, ``failed(_:now:random:)``, or, when there was nothing for
    /// this time, ``wasSilent(now:random:)``.
    case read(atMost: Duration?)
    /// Close the connection if there is one, wait, then ``woke()``.
    case wait(Duration)
    /// Close the connection if there is one: it is over.
    case end(EventSourceError)
  }

  private let timing: EventSourceTiming
  private let refusal: EventSourceRefusal
  private var parser: EventStreamParser
  private var updates: [EventSourceUpdate] = []
  /// How long to wait at least before coming back.
  private var reconnection: Duration
  /// How often in a row there was no good connection.
  private var failures = 0
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

  /// What is to be told now, in order.
  package mutating func takeUpdates() -> [EventSourceUpdate] {
    defer { updates = [] }
    return updates
  }

  /// The first step, and the one behind a wait.
  package mutating func woke() -> Step {
    parser.begin()
    return .open(lastEventID: parser.lastEventID)
  }

  /// A server has answered.
  ///
  /// - Parameter random: from 0 up to 1.
  package mutating func answered(_ head: HTTPResponse, now: Duration, random: Double) -> Step {
    guard head.status == 200 else { return refused(head, now, random) }
    let type = Self.essence(head)
    guard type == "text/event-stream" else { return end(.wrongType(type)) }
    openSince = now
    updates.append(.open(head))
    return .read(atMost: timing.idle)
  }

  /// Bytes have come.
  package mutating func received(_ bytes: [UInt8]) -> Step {
    for output in parser.receive(bytes) {
      switch output {
      case .event(let event):
        failures = 0
        updates.append(.event(event))
      case .retry(let milliseconds):
        reconnection = min(.milliseconds(milliseconds), EventSourceTiming.longestReconnection)
      // To come back would bring the same again.
      case .failed(let error): return end(.tooLong(error))
      }
    }
    return .read(atMost: timing.idle)
  }

  /// The body has ended.
  package mutating func ended(now: Duration, random: Double) -> Step { comeBack(.ended, now, random) }

  /// Nothing has come for too long.
  package mutating func wasSilent(now: Duration, random: Double) -> Step {
    comeBack(.silent(timing.idle ?? .zero), now, random)
  }

  /// There is no connection, or not any more.
  package mutating func failed(_ error: TransportError, now: Duration, random: Double) -> Step {
    switch error {
    case .cancelled: .end(.cancelled)
    // What is wrong with the request, or with this side, stays wrong.
    case .badRequest, .declined, .unreadableBody, .shutDown, .tooLarge, .tooManyRedirects:
      end(.transport(error))
    case .offline, .unreachable, .timedOut, .tls, .flooded, .badResponse, .failed:
      comeBack(.transport(error), now, random)
    }
  }
}

extension EventSourceMachine {
  private mutating func refused(_ head: HTTPResponse, _ now: Duration, _ random: Double) -> Step {
    let error = EventSourceError.refused(status: head.status)
    switch refusal.decision(head, parser.lastEventID) {
    case .comesBack: return comeBack(error, now, random)
    case .forgetsID where !parser.lastEventID.isEmpty:
      parser.forgetID()
      updates.append(.error(error, comesBackAfter: .zero))
      return .wait(.zero)
    case .ends, .forgetsID: return end(error)
    }
  }

  private mutating func comeBack(_ error: EventSourceError, _ now: Duration, _ random: Double) -> Step {
    if let openSince, now - openSince >= timing.steadyAfter { failures = 0 }
    openSince = nil
    failures += 1
    let wait = timing.wait(base: reconnection, failures: failures, random: random)
    updates.append(.error(error, comesBackAfter: wait))
    return .wait(wait)
  }

  private mutating func end(_ error: EventSourceError) -> Step {
    updates.append(.error(error, comesBackAfter: nil))
    return .end(error)
  }

  /// What the answer says it is, without parameters (WHATWG MIME Sniffing §4.3); not long, because it is shown.
  private static func essence(_ head: HTTPResponse) -> String {
    let value = head.headers.values(of: "Content-Type").last ?? ""
    let type = value.prefix { $0 != ";" }.prefix(100)
    return type.split { $0 == " " || $0 == "\t" }.joined(separator: " ").lowercased()
  }
}
