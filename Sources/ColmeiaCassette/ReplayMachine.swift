import ColmeiaHTTP
import ColmeiaJSON
import ColmeiaSecrets
import ColmeiaTransport
import ColmeiaWebSocket

/// Plays one recording again. A pure machine: its owner tells it what the app does, and hears what the network did
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
/// before the client had said anything gets no answer, and counts for nothing once its time has passed: a caller that still waits
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

    /// The answer, for who has sent a request.
    func response() throws(TransportError) -> HTTPResponse {
      switch self {
      case .answer(let response): return response
      case .failure(let error): throw error
      case .nothing, .opened, .refused, .head: throw .cancelled
      }
    }
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

  /// The recorded order, where all is to come in it.
  struct Order: Sendable {
    /// How many milliseconds lie between answers at least: what an app makes of one it has made before the next, as it
    /// does when a server answers.
    static let pause = 3
    /// Answers to requests that went out, and that are not told yet.
    var pendingAnswers: Set<Int> = []
    /// Before this time in milliseconds there is no other answer.
    var turn = 0
  }

  /// What the app did and was not recorded, in order.
  struct Findings: Sendable {
    /// What has no entry.
    var mismatches: [ReplayMismatch] = []
    /// Connections that were asked for and not recorded, though others like them were.
    var surplus: [ReplayMismatch] = []
  }

  let script: ReplayScript
  var progress: ReplayProgress
  /// `nil` when answers come in any order.
  var order: Order?
  /// Whether no connection comes about: while a scenario moves its clock, no real one has the time to.
  var isHeld = false
  /// Connections and streams that are there.
  var openTalks: Set<Int> = []
  var bindings: Placeholder.Bindings = [:]
  var findings = Findings()

  init(_ events: [CassetteEvent], isInOrder: Bool = false) {
    script = ReplayScript(events)
    progress = ReplayProgress(script)
    order = isInOrder ? Order() : nil
  }

  /// What was recorded and has not been asked for or sent, in order.
  var unused: [String] {
    script.events.indices.filter { progress[$0] != .done && !script.repetitions.contains($0) }.compactMap { index in
      let event = script.events[index]
      switch event.kind {
      case .request(let request), .socket(let request, _), .stream(let request):
        return progress[index] == .open ? "number \(event.number), \(request.name)" : nil
      case .sent: return "a message of number \(event.number)"
      default: return nil
      }
    }
  }
}
