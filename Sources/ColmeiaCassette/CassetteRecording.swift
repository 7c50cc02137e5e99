import ColmeiaHTTP
import ColmeiaJSON
import ColmeiaSecrets
import ColmeiaSync
import ColmeiaTransport
import ColmeiaWebSocket

/// Writes down what goes over a network: one recording, for however many devices and transports.
///
/// Secrets are in its memory only, and in no ``cassette``.
public final class CassetteRecording: Sendable {
  private struct Content {
    var tape: CassetteTape
    var count = 0
    var bytes = 0
    var secrets: [JSON] = []
    /// The time of its connections, from the first on.
    var clock: StoreClock?
  }

  private let content: Guarded<Content>
  private let limits: CassetteLimits
  private let changing: Set<String>
  /// When it begins, in seconds after 1970, if a replay should begin at the same time.
  public let date: Int?

  /// A recording of nothing, so far.
  ///
  /// - Parameters:
  ///   - name: What it is called in the cassette.
  ///   - file: The file that `name` stands in, if any.
  ///   - date: Seconds after 1970, if a replay should begin at the same time.
  ///   - limits: How much is recorded.
  ///   - changing: The names of JSON members whose values differ from run to run, such as identifiers by chance. They
  ///     are replaced like secrets, so that a replay accepts others, and gives those back.
  public init(
    _ name: String = "", file: String? = nil, date: Int? = nil, limits: CassetteLimits = CassetteLimits(),
    changing: Set<String> = []
  ) {
    content = Guarded(Content(tape: CassetteTape(name: name, file: file, date: date)))
    self.limits = limits
    self.changing = changing
    self.date = date
  }

  /// Keeps this text out of the cassette, wherever it stands, if it is not too short (`Masker.shortest`).
  public func hide(_ secret: String) { hide(.string(secret)) }

  /// Keeps a value and all its parts out of the cassette.
  package func hide(_ secret: JSON) { content.withLock { $0.secrets.append(secret) } }

  /// What was recorded, without secrets. Exchanges that have not ended have no end there.
  ///
  /// - Complexity: O(length), twice: what is a secret may show only at the end.
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

  /// The time of connections is that of this clock; the first one counts.
  package func keepTime(by clock: any Clock<Duration>) {
    content.withLock { if $0.clock == nil { $0.clock = StoreClock(clock) } }
  }

  /// A request goes out; its number, `nil` when it is left out.
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
      guard content.bytes + request.body.count <= limits.bytes else {
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
    note(number, count, isTimed: false) { isFull in
      let body: CassetteBody =
        isFull ? .digest(of: response.body) : CassetteBody(response.body, limit: self.limits.body)
      return .answer(status: response.status, CassetteHeaders.kept(response.headers), body)
    }
  }

  package func fail(_ number: Int?, _ error: TransportError) {
    note(number, isTimed: false) { _ in .failed(error) }
  }

  func note(_ number: Int?, _ message: WebSocketMachine.Message, isSent: Bool) {
    let body = CassetteBody(message, limit: limits.body)
    let count = body.content?.count ?? 0
    note(number, count) { isFull in isFull ? nil : isSent ? .sent(body) : .received(body) }
  }

  /// A chunk of a stream came; `false` when it is left out, and only its digest kept.
  func note(_ number: Int?, chunk bytes: [UInt8]) -> Bool {
    let isTooLong = bytes.count > limits.body
    var isKept = true
    note(number, isTooLong ? 0 : bytes.count) { isFull in
      isKept = !isFull && !isTooLong
      return .chunk(isKept ? CassetteBody(chunk: bytes) : .digest(of: bytes))
    }
    if !isKept { leaveOut(number) }
    return isKept
  }

  /// Counts a chunk that is left out, also one behind another, because it would not fit to what is before that.
  func leaveOut(_ number: Int?) { note(number) { _ in nil } }

  /// Something happens with an exchange; `kind` is told whether there is no more room for these bytes.
  func note(
    _ number: Int?, _ bytes: Int = 0, isTimed: Bool = true, _ kind: (_ isFull: Bool) -> CassetteEvent.Kind?
  ) {
    guard let number else { return }
    content.withLock { content in
      let isFull = content.bytes + bytes > limits.bytes
      guard let kind = kind(isFull) else {
        content.tape.leftOut += 1
        return
      }
      if !isFull { content.bytes += bytes }
      let time = isTimed ? content.clock?.milliseconds : nil
      content.tape.events.append(CassetteEvent(number, kind, milliseconds: time))
    }
  }

  /// The last message that was noted over a connection has not gone out after all.
  func retractMessage(_ number: Int?) {
    content.withLock { content in
      let index = content.tape.events.lastIndex { event in
        if case .sent = event.kind { event.number == number } else { false }
      }
      if let index { content.tape.events.remove(at: index) }
    }
  }
}

extension StoreClock {
  /// The time, in whole milliseconds.
  var milliseconds: Int { Int(now() / .milliseconds(1)) }
}
