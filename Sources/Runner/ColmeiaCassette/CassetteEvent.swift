import ColmeiaHTTP
import ColmeiaTransport

/// An event on a network.
package struct CassetteEvent: Sendable, Equatable {
  /// The kind of communication between an app and a server.
  enum Channel: Sendable { case request, socket, stream }

  /// The kind of an event.
  package enum Kind: Sendable, Equatable {
    /// The app sent a request.
    case request(CassetteRequest)
    /// The response to a request arrived.
    case answer(status: Int, HTTPHeaders, CassetteBody)
    /// A request got no response, a connection or a stream could not be opened, or a stream was interrupted.
    case failed(TransportError)
    /// The app asked for a WebSocket connection.
    case socket(CassetteRequest, subprotocols: [String])
    /// The connection was opened.
    case opened(subprotocol: String?)
    /// The server refused the connection.
    case refused(WebSocketHandshake.Refusal)
    /// The app sent a message.
    case sent(CassetteBody)
    /// The app received a message.
    case received(CassetteBody)
    /// The app closed the connection.
    case closing(WebSocketClose)
    /// The server closed the connection.
    case closed(WebSocketClose)
    /// The app asked for a stream.
    case stream(CassetteRequest)
    /// The head of the stream arrived.
    case head(status: Int, HTTPHeaders)
    /// The next bytes of the stream arrived.
    case chunk(CassetteBody)
    /// The stream ended normally. An interrupted stream ends with `failed`, and one closed by the app with
    /// `failed(.cancelled)`.
    case end
  }

  /// The number of the exchange, connection or stream, starting at 1.
  package var number: Int
  /// The kind of the event.
  package var kind: Kind
  /// The time of an event of a connection or a stream, in milliseconds since the recording began.
  package var milliseconds: Int?

  package init(_ number: Int, _ kind: Kind, milliseconds: Int? = nil) {
    self.number = number
    self.kind = kind
    self.milliseconds = milliseconds
  }

  /// The kind of communication that begins with this event, or `nil` if none does.
  var channel: Channel? {
    switch kind {
    case .request: .request
    case .socket: .socket
    case .stream: .stream
    default: nil
    }
  }

  /// Whether an exchange, a connection or a stream begins with this event.
  package var isBeginning: Bool { channel != nil }

  /// Whether this is a request with a method that may change data. An app doesn't repeat or give up such a request at
  /// will.
  var changesData: Bool {
    if case .request(let request) = kind {
      !HTTPMethod.safe.contains(HTTPMethod(rawValue: request.method))
    } else {
      false
    }
  }

  /// Whether the event was caused by the app, not by the network.
  package var isOutgoing: Bool {
    switch kind {
    case .request, .socket, .stream, .sent, .closing: true
    case .answer, .failed, .opened, .refused, .received, .closed, .head, .chunk, .end: false
    }
  }
}

/// A request as stored in a cassette.
package struct CassetteRequest: Sendable, Equatable {
  /// The name of the device that sent the request. It is empty if there is only one.
  package var device = ""
  package var method: String
  /// The scheme, host and port.
  package var origin = ""
  package var path: String
  package var query: String?
  /// The stored header fields; see ``CassetteHeaders``.
  package var headers: HTTPHeaders = [:]
  package var body = CassetteBody.none

  package var target: String { query.map { "\(path)?\($0)" } ?? path }
  /// The device, the method and the path: `ana: GET /feed`.
  package var name: String { (device.isEmpty ? "" : "\(device): ") + "\(method) \(path)" }
}

/// The header fields of requests that a cassette stores: all except those that concern the transfer of a message and
/// differ between recordings. Of responses, it stores all that were received.
enum CassetteHeaders {
  private static let passedOver: Set<String> = [
    "accept-encoding", "connection", "content-encoding", "content-length", "date", "host", "keep-alive",
    "sec-websocket-key", "transfer-encoding", "user-agent",
  ]

  static func kept(_ headers: HTTPHeaders) -> HTTPHeaders {
    HTTPHeaders(headers.fields.filter { !passedOver.contains($0.name.lowercased()) })
  }
}
