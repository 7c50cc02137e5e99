import ColmeiaHTTP
import ColmeiaJSON
import ColmeiaSecrets
import ColmeiaTransport
import ColmeiaWebSocket

/// Plays one recording again. A pure machine: whoever owns it tells it what the app does, and hears what the network did
/// then.
///
/// Requests are answered whatever the order in which they come: the first entry that fits and was not used is the one. What
/// a server says of itself over a connection comes when everything has gone out, of every device, that had gone out before
/// it when it was recorded, because most of it is a consequence of something there; and not before its time. What the app
/// gave up counts for nothing there: it may have given up earlier now. Answers wait for the messages that had been sent
/// before them, since they may tell of these; when all is to come in the recorded order, for all that had gone out and
/// come before.
///
/// Streams are as connections over which only the server talks: their chunks come as its messages do. Their heads have no
/// time of their own, because a stream that comes back while a scenario moves its clock is to be there at the end of that.
/// One that the app had closed may be closed earlier now, and then the rest of it does not come; one that had ended without
/// the app, and is closed before anything has come, is there for the next wish.
///
/// How often a client tries to connect while nobody answers depends on chance and time. So an attempt that was given up
/// before the client had said anything gets no answer, and counts for nothing once its time has passed: whoever still waits
/// then has the next one. Who gives up an attempt too early may try again, and who tries once more than was recorded gets no
/// answer.
///
/// The same holds for a message that is said again because nothing has come since: how often depends on time. Nothing waits
/// for a recorded repetition, and one more than was recorded gets no answer.
struct ReplayMachine: Sendable {
  /// What becomes of a request.
  enum Outcome: Sendable, Equatable {
    case answer(HTTPResponse)
    case failure(TransportError)
    case opened(subprotocol: String?)
    case refused(WebSocketHandshake.Refusal)
    /// The head of a stream.
    case head(HTTPResponse)
    /// Nothing, until it is cancelled: so it was recorded.
    case nothing
  }

  /// What comes next over a connection or a stream.
  enum Arrival: Sendable, Equatable {
    case message(WebSocketMachine.Message)
    case end(WebSocketClose)
    case chunk([UInt8])
    /// The end of a stream; with an error when it was cut.
    case streamEnd(TransportError?)
    /// Nothing before something else has gone out, or before this time in milliseconds.
    case later(Int?)
  }

  enum Status {
    case open
    case done
    /// It can no longer happen, and nobody waits for it.
    case skipped
  }

  let events: [CassetteEvent]
  let isInOrder: Bool
  var statuses: [Status]
  /// The first event that the app has still to do, and the first message that it has still to send.
  var nextOutgoing = 0
  var nextMessage = 0
  /// Requests and wishes for connections that were not made yet, in order.
  var beginnings: [Int]
  /// Where each exchange or connection begins, and what came of it.
  var starts: [Int: Int] = [:]
  var outcomes: [Int: Int] = [:]
  /// What happened over each connection or stream once it was there.
  var talks: [Int: [Int]] = [:]
  /// Connections that were given up before the client had said anything: when.
  var givenUp: [Int: Int] = [:]
  /// Messages that were said again because nothing had come over their connection since.
  private(set) var repetitions: Set<Int> = []
  /// Answers to requests that went out, and that are not told yet.
  var pendingAnswers: Set<Int> = []
  /// Before this time in milliseconds there is no other answer, in the recorded order.
  var turn = 0
  /// How many milliseconds lie between answers at least: what an app makes of one it has made before the next, as it does
  /// when a server answers.
  static let pause = 3
  /// Whether no connection comes about: while a scenario moves its clock, no real one has the time to.
  var isHeld = false
  /// Connections and streams that are there.
  var openTalks: Set<Int> = []
  var bindings: Placeholder.Bindings = [:]
  /// What has no entry, in order.
  var mismatches: [ReplayMismatch] = []
  /// Connections that were asked for and not recorded, though others like them were.
  var surplus: [ReplayMismatch] = []

  init(_ events: [CassetteEvent], isInOrder: Bool = false) {
    self.events = events
    self.isInOrder = isInOrder
    statuses = events.map { _ in .open }
    beginnings = events.indices.filter { events[$0].isBeginning }
    for (index, event) in events.enumerated() {
      switch event.kind {
      case .request, .socket, .stream: starts[event.number] = index
      case .failed where outcomes[event.number] != nil: talks[event.number, default: []].append(index)
      case .answer, .failed, .opened, .refused, .head: outcomes[event.number] = index
      case .sent, .received, .closing, .closed, .chunk, .end: talks[event.number, default: []].append(index)
      }
    }
    for talk in talks.values {
      for (former, index) in zip(talk, talk.dropFirst()) where events[index].isMessageOut {
        if events[former].kind == events[index].kind { repetitions.insert(index) }
      }
    }
    let talkative = Set(beginnings.filter { hasSpoken(events[$0].number) }.compactMap { events[$0].request?.name })
    for index in beginnings {
      guard case .socket(let request, _) = events[index].kind, let time = givingUp(events[index].number) else {
        continue
      }
      // A client that only listens has not given up because it says nothing.
      if talks[events[index].number] == nil || talkative.contains(request.name) {
        givenUp[events[index].number] = time
      }
    }
    skipDone()
  }

  func hasSpoken(_ number: Int) -> Bool { (talks[number] ?? []).contains { events[$0].isMessageOut } }

  /// Whether the app had closed the stream.
  func isClosedByApp(_ number: Int) -> Bool {
    talks[number]?.last.map { events[$0].kind == .failed(.cancelled) } ?? false
  }

  /// When a client gave a connection up to which it had said nothing; `nil` for others.
  func givingUp(_ number: Int) -> Int? {
    guard let outcome = outcomes[number] else { return nil }
    if events[outcome].kind == .failed(.cancelled) { return events[outcome].milliseconds }
    guard !hasSpoken(number), let last = talks[number]?.last, case .closing = events[last].kind else { return nil }
    return events[last].milliseconds
  }

  /// What was recorded and has not been asked for or sent, in order.
  var unused: [String] {
    events.indices.filter { statuses[$0] != .done && !repetitions.contains($0) }.compactMap { index in
      switch events[index].kind {
      case .request(let request), .socket(let request, _), .stream(let request):
        statuses[index] == .open ? "number \(events[index].number), \(request.name)" : nil
      case .sent: "a message of number \(events[index].number)"
      default: nil
      }
    }
  }

  mutating func finish(_ index: Int, _ status: Status = .done) {
    statuses[index] = status
    skipDone()
  }

  mutating func skipDone() {
    while nextOutgoing < events.count, statuses[nextOutgoing] != .open || !isAwaited(nextOutgoing) { nextOutgoing += 1 }
    while nextMessage < events.count,
      statuses[nextMessage] != .open || !events[nextMessage].isMessageOut || repetitions.contains(nextMessage)
    {
      nextMessage += 1
    }
  }

  /// Whether others wait for this to go out.
  func isAwaited(_ index: Int) -> Bool {
    guard events[index].isBeginning else { return events[index].isOutgoing && !repetitions.contains(index) }
    let number = events[index].number
    guard let outcome = outcomes[number], events[outcome].kind != .failed(.cancelled) else { return false }
    // A stream that the app had closed before anything came: it may not even ask for it now.
    return events[index].way != .stream || !isClosedByApp(number) || talks[number]?.count != 1
  }

  /// Passes over the attempts that were given up by now.
  mutating func passOver(_ now: Int?) {
    guard let now else { return }
    for (number, time) in givenUp where time <= now {
      guard let start = starts[number] else { continue }
      beginnings.removeAll { $0 == start }
      for index in [start] + (talks[number] ?? []) where statuses[index] == .open { statuses[index] = .skipped }
    }
    skipDone()
  }
}
