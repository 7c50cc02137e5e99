import ColmeiaBase
import ColmeiaHTTP
import ColmeiaJSON
import ColmeiaSecrets
import ColmeiaTransport

/// A recorder for network traffic. Several devices and transports can share one recording.
///
/// Secrets are kept in memory only, and never become part of a ``cassette``.
public final class CassetteRecording: Sendable {
  private struct Content {
    var tape: CassetteTape
    var count = 0
    var bytes = 0
    var secrets: [JSON] = []
    /// The clock for the events of connections and streams, or `nil` if none has been set.
    var clock: StoreClock?
  }

  private let content: Guarded<Content>
  private let limits: CassetteLimits
  private let changing: Set<String>
  /// The start of the recording in seconds since 1970, or `nil` if a replay does not have to start at the same time.
  public let date: Int?

  /// Creates an empty recording.
  ///
  /// - Parameters:
  ///   - name: The name of the recording in the cassette.
  ///   - file: The file that defines `name`, if any.
  ///   - date: The start of the recording in seconds since 1970, if a replay should start at the same time.
  ///   - limits: The limits of the recording.
  ///   - changing: The names of JSON members whose values differ between runs, such as random identifiers. Their values
  ///     are replaced by placeholders like secrets, so a replay accepts other values and returns those.
  public init(
    _ name: String = "", file: String? = nil, date: Int? = nil, limits: CassetteLimits = CassetteLimits(),
    changing: Set<String> = []
  ) {
    content = Guarded(Content(tape: CassetteTape(name: name, file: file, date: date)))
    self.limits = limits
    self.changing = changing
    self.date = date
  }

  /// Masks this text wherever it occurs in the cassette, unless it is shorter than `Masker.shortest`.
  public func hide(_ secret: String) { hide(.string(secret)) }

  /// Masks a value and all its parts in the cassette.
  package func hide(_ secret: JSON) { content.withLock { $0.secrets.append(secret) } }

  /// The recorded traffic, with secrets masked. An exchange in flight has no end in it.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the recording. It is read twice, because a secret may be
  ///   recognizable only at the end.
  public var cassette: Cassette {
    let (tape, secrets) = content.withLock { ($0.tape, $0.secrets) }
    var masker = Masker(.placeholders, changing: changing)
    for event in tape.events { masker.learn(event) }
    masker.learnStreams(in: tape.events)
    for secret in secrets { _ = masker.hide(secret) }
    masker.prepare()
    var masked = tape
    masked.origin = tape.origin.map { masker($0) }
    masked.events = masker.joined(tape.events).map { masker($0) }
    return Cassette([masked])
  }

  /// Sets the clock for the events of connections and streams. Only the first call has an effect.
  package func setClock(_ clock: any Clock<Duration>) {
    content.withLock { if $0.clock == nil { $0.clock = StoreClock(clock) } }
  }

  /// Records a request.
  ///
  /// - Returns: The number of the exchange, or `nil` if it is left out.
  package func begin(_ request: HTTPRequest, device: String) -> Int? {
    begin(request, device, CassetteBody(of: request, limit: limits.body), isTimed: false) { .request($0) }
  }

  func open(_ request: HTTPRequest, device: String, subprotocols: [String]) -> Int? {
    begin(request, device, .none, isTimed: true) { .socket($0, subprotocols: subprotocols) }
  }

  func stream(_ request: HTTPRequest, device: String) -> Int? {
    begin(request, device, CassetteBody(of: request, limit: limits.body), isTimed: true) { .stream($0) }
  }

  private func begin(
    _ request: HTTPRequest, _ device: String, _ body: CassetteBody, isTimed: Bool,
    _ kind: (CassetteRequest) -> CassetteEvent.Kind
  ) -> Int? {
    let kept = CassetteRequest(
      device: device, method: request.method.rawValue, origin: request.origin, path: request.path, query: request.query,
      headers: CassetteHeaders.kept(request.headers), body: body)
    return content.withLock { content in
      guard content.bytes + request.body.count <= limits.bytes, content.tape.events.count < CassetteLimits.events else {
        content.tape.leftOut += 1
        return nil
      }
      content.bytes += request.body.count
      content.count += 1
      if content.tape.origin == nil { content.tape.origin = request.origin }
      let time = isTimed ? content.clock?.milliseconds : nil
      content.tape.events.append(CassetteEvent(content.count, kind(kept), milliseconds: time))
      return content.count
    }
  }

  package func end(_ number: Int?, _ response: HTTPResponse) {
    let count = response.body.count
    record(number, count, isTimed: false) { isFull in
      let body: CassetteBody =
        isFull ? .digest(of: response.body) : CassetteBody(response.body, limit: self.limits.body)
      return .answer(status: response.status, response.headers, body)
    }
  }

  package func fail(_ number: Int?, _ error: TransportError) {
    record(number, isTimed: false) { _ in .failed(error) }
  }

  /// Records a message. Returns `false` if it is left out.
  @discardableResult func record(_ number: Int?, _ message: WebSocketMachine.Message, isSent: Bool) -> Bool {
    let body = CassetteBody(message, limit: limits.body)
    let count = body.content?.count ?? 0
    return record(number, count, isLimited: true) { isFull in isFull ? nil : isSent ? .sent(body) : .received(body) }
  }

  /// Records a chunk of a stream. Returns `false` if the chunk is left out and only its digest is stored. Only the limit
  /// of the recording applies, because how many bytes arrive at once is a matter of chance.
  func record(_ number: Int?, chunk bytes: [UInt8]) -> Bool {
    var isKept = true
    let isNoted = record(number, bytes.count, isLimited: true) { isFull in
      isKept = !isFull
      return .chunk(isKept ? CassetteBody(chunk: bytes) : .digest(of: bytes))
    }
    if !isNoted { return false }
    if !isKept { leaveOut(number) }
    return isKept
  }

  /// Counts a chunk as left out. All chunks after one that was left out are left out, too, because the stream would
  /// have a gap.
  func leaveOut(_ number: Int?) { record(number) { _ in nil } }

  /// Records an event of an exchange.
  ///
  /// - Parameters:
  ///   - number: The number of the exchange, or `nil` if it is left out.
  ///   - bytes: The number of bytes to count against the limit.
  ///   - isTimed: Whether the time of the event is recorded.
  ///   - isLimited: Whether the event is left out if there are too many. The end of an exchange isn't.
  ///   - kind: Returns the kind of the event, given whether the limit is exceeded, or `nil` to leave the event out.
  /// - Returns: `false` if the event, or its whole exchange, is left out.
  @discardableResult func record(
    _ number: Int?, _ bytes: Int = 0, isTimed: Bool = true, isLimited: Bool = false,
    _ kind: (_ isFull: Bool) -> CassetteEvent.Kind?
  ) -> Bool {
    guard let number else { return false }
    return content.withLock { content in
      let isFull = content.bytes + bytes > limits.bytes
      let hasRoom = !isLimited || content.tape.events.count < CassetteLimits.events
      guard let kind = kind(isFull), hasRoom else {
        content.tape.leftOut += 1
        return false
      }
      if !isFull { content.bytes += bytes }
      let time = isTimed ? content.clock?.milliseconds : nil
      content.tape.events.append(CassetteEvent(number, kind, milliseconds: time))
      return true
    }
  }

  /// Takes back a message of a connection because it could not be sent. Another thread may have sent one since.
  ///
  /// - Parameter isKept: `false` if it was left out.
  func retract(_ number: Int?, _ message: WebSocketMachine.Message, isKept: Bool) {
    guard let number else { return }
    let body = CassetteBody(message, limit: limits.body)
    content.withLock { content in
      if !isKept {
        content.tape.leftOut -= 1
        return
      }
      let index = content.tape.events.lastIndex { event in
        if case .sent(body) = event.kind { event.number == number } else { false }
      }
      guard let index else { return }
      content.tape.events.remove(at: index)
      content.bytes -= body.content?.count ?? 0
    }
  }
}

extension StoreClock {
  /// The current time in whole milliseconds.
  var milliseconds: Int { now().wholeMilliseconds }
}
