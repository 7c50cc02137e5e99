import ColmeiaHTTP
import ColmeiaSecrets
import ColmeiaTransport

/// Plays a recording. A pure state machine: its owner reports what the app does, and asks what the network did in
/// response.
///
/// Requests may be sent in any order: the first unused entry that matches a request is used for it.
///
/// A message that the server sends over a connection is played after all devices have sent everything that they sent
/// before it in the recording, because most messages are a consequence of something sent earlier. It is not played
/// before its recorded time. Attempts that the app gave up do not have to be repeated, because the app may now give up
/// earlier, except requests that change data.
///
/// A response waits for the messages that were sent before it in the recording, because it may depend on them. If
/// events are played in the recorded order, it waits for everything that was sent and received before it.
///
/// A stream is treated like a connection over which only the server sends: its chunks are played like messages. The
/// head of a stream has no time of its own, because a stream that reconnects while a scenario advances its clock must
/// be open at the end of that step. A stream that the app closed in the recording may now be closed earlier, and then
/// the rest of it is not played. If a stream that the server ended is closed before anything arrives, the next request
/// can use the same entry.
///
/// The number of attempts to connect while there is no response depends on chance and timing. Therefore, an attempt
/// that was given up before the client sent anything gets no response, and is skipped once its time has passed: a
/// caller that is still waiting then gets the next attempt. An app that gives up an attempt too early may try again,
/// and one attempt more than recorded gets no response.
///
/// Which of several requests that are cancelled have been sent before is a matter of timing, too; see
/// ``CancelledRequests``.
///
/// The same applies to a message that is repeated because nothing has arrived since. Nothing waits for a recorded
/// repetition, and one repetition more than recorded gets no response.
struct ReplayMachine: Sendable {
  /// The outcome of a request.
  enum Outcome: Sendable, Equatable {
    case answer(HTTPResponse)
    case failure(TransportError)
    case opened(subprotocol: String?)
    case refused(WebSocketHandshake.Refusal)
    /// The head of a stream.
    case head(HTTPResponse)
    /// No outcome was recorded. The caller waits until it is cancelled.
    case nothing

    /// Returns the response, or throws the error of the outcome.
    func response() throws(TransportError) -> HTTPResponse {
      switch self {
      case .answer(let response): return response
      case .failure(let error): throw error
      case .nothing, .opened, .refused, .head: throw .cancelled
      }
    }
  }

  /// The next event of a connection or a stream.
  enum Arrival: Sendable, Equatable {
    case message(WebSocketMachine.Message)
    case end(WebSocketClose)
    case chunk([UInt8])
    /// The end of a stream, with an error if it was interrupted.
    case streamEnd(TransportError?)
    /// No event is due before the app sends something else, or before this time in milliseconds.
    case later(Int?)
  }

  /// The state of a replay in the recorded order.
  struct Order: Sendable {
    /// The minimum time between responses in milliseconds. It lets the app process one response before it gets the
    /// next, as with a real server.
    static let pause = 3
    /// The indices of responses to requests that were sent, if they have not been delivered yet.
    var pendingAnswers: Set<Int> = []
    /// The time in milliseconds before which no other response is delivered.
    var turn = 0
  }

  /// Differences between the app's behavior and the recording, in order.
  struct Findings: Sendable {
    /// Requests and messages without an entry.
    var mismatches: [ReplayMismatch] = []
    /// Connections, streams and repeated messages that exceed their recorded number, and what was too large to be stored.
    var surplus: [ReplayMismatch] = []
  }

  let script: ReplayScript
  var progress: ReplayProgress
  /// The state of the recorded order, or `nil` if responses may come in any order.
  var order: Order?
  /// Whether connections are held back. While a scenario advances its clock, a real connection would not have the time
  /// to open.
  var isHeld = false
  /// The numbers of open connections and streams.
  var openChannels: Set<Int> = []
  var bindings: Placeholder.Bindings = [:]
  var findings = Findings()
  /// Whether requests without an entry are held.
  var holds = false
  var cancelled = CancelledRequests()

  init(_ events: [CassetteEvent], isInOrder: Bool = false) {
    script = ReplayScript(events)
    progress = ReplayProgress(script)
    order = isInOrder ? Order() : nil
  }

  /// Returns the recorded requests and messages that the app has not sent, in order, except requests that were cancelled.
  ///
  /// - Parameter effects: The number of effects that were cancelled. Each may have sent a request in the recording, and
  ///   not now; an equal one was sent.
  func unused(afterCancelling effects: Int) -> [String] {
    var spare = effects
    let sent = script.beginnings.filter { progress[$0] == .done }.compactMap { script.events[$0].request }
    return script.events.indices.filter { progress[$0] != .done && !script.repetitions.contains($0) }.compactMap {
      index in
      let event = script.events[index]
      switch event.kind {
      case .request where script.isCancelled(event.number): return nil
      case .request(let request) where spare > 0 && !event.changesData && sent.contains(request):
        spare -= 1
        return nil
      case .request(let request), .socket(let request, _), .stream(let request):
        return progress[index] == .open ? "number \(event.number), \(request.name)" : nil
      case .sent: return "a message of number \(event.number)"
      default: return nil
      }
    }
  }
}
