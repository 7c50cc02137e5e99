import ColmeiaHTTP
import ColmeiaTransport
import ColmeiaWebSocket

/// Something that happened on a network.
package struct CassetteEvent: Sendable, Equatable {
  /// In which way an app talks to a server.
  enum Way: Sendable { case request, socket, stream }

  /// What it was.
  package enum Kind: Sendable, Equatable {
    /// A request went out.
    case request(CassetteRequest)
    /// Its answer came.
    case answer(status: Int, HTTPHeaders, CassetteBody)
    /// None came; or no connection came about; or a stream was cut.
    case failed(TransportError)
    /// A connection of messages was asked for.
    case socket(CassetteRequest, subprotocols: [String])
    /// It is there.
    case opened(subprotocol: String?)
    /// The server wants none.
    case refused(WebSocketHandshake.Refusal)
    /// A message went out.
    case sent(CassetteBody)
    /// One came.
    case received(CassetteBody)
    /// This side ends the connection.
    case closing(WebSocketClose)
    /// The other side has ended it.
    case closed(WebSocketClose)
    /// A stream was asked for.
    case stream(CassetteRequest)
    /// It is there.
    case head(status: Int, HTTPHeaders)
    /// Its next bytes came.
    case chunk(CassetteBody)
    /// It has ended as it should. One that was cut has failed; one that the app has closed was cancelled.
    case end
  }

  /// The exchange, connection or stream, from 1.
  package var number: Int
  /// What happened with it.
  package var kind: Kind
  /// When it happened, for what happens over connections and streams: in milliseconds since the recording began.
  package var milliseconds: Int?

  package init(_ number: Int, _ kind: Kind, milliseconds: Int? = nil) {
    self.number = number
    self.kind = kind
    self.milliseconds = milliseconds
  }

  /// What begins here; `nil` when nothing does.
  var way: Way? {
    switch kind {
    case .request: .request
    case .socket: .socket
    case .stream: .stream
    default: nil
    }
  }

  /// Whether an exchange, a connection or a stream begins here.
  package var isBeginning: Bool { way != nil }

  /// Whether the app did it, and not the network.
  package var isOutgoing: Bool {
    switch kind {
    case .request, .socket, .stream, .sent, .closing: true
    case .answer, .failed, .opened, .refused, .received, .closed, .head, .chunk, .end: false
    }
  }
}

/// A request, as a cassette keeps it.
package struct CassetteRequest: Sendable, Equatable {
  /// Whose it is; empty when there is one only.
  package var device = ""
  package var method: String
  /// Scheme, host and port.
  package var origin = ""
  package var path: String
  package var query: String?
  /// The fields that are kept; see ``CassetteHeaders``.
  package var headers: HTTPHeaders = [:]
  package var body = CassetteBody.none

  package var target: String { query.map { "\(path)?\($0)" } ?? path }
  /// Method and path, with whose it is: `ana: GET /feed`.
  package var name: String { (device.isEmpty ? "" : "\(device): ") + "\(method) \(path)" }
}

/// Which header fields a cassette keeps: all but those that say how the message travelled, which differ from one
/// recording to the next.
enum CassetteHeaders {
  private static let passedOver: Set<String> = [
    "accept-encoding", "connection", "content-encoding", "content-length", "date", "host", "keep-alive",
    "sec-websocket-key", "server", "transfer-encoding", "user-agent",
  ]

  static func kept(_ headers: HTTPHeaders) -> HTTPHeaders {
    HTTPHeaders(headers.fields.filter { !passedOver.contains($0.name.lowercased()) })
  }
}
