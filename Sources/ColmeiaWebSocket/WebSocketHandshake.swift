import ColmeiaHTTP
import Foundation

/// How a connection of HTTP becomes one of messages (RFC 6455 §4).
public enum WebSocketHandshake {
  /// Why there is no connection.
  public enum Refusal: Error, Sendable, Hashable, Codable {
    /// The server answers with another status than 101; what it says is in the body.
    case status(Int)
    /// The answer is not that of a WebSocket server.
    case invalid(String)
    /// The server has chosen a subprotocol that was not offered.
    case unknownSubprotocol(String)

    enum CodingKeys: String, CodingKey, CaseIterable { case status, invalid, unknownSubprotocol }
  }

  /// The request of a client.
  ///
  /// - Parameters:
  ///   - path: The path of the address, percent-encoded.
  ///   - query: The query, percent-encoded and without the `?`; `nil` for none.
  ///   - origin: Scheme, host and port of the server, such as `https://example.org`.
  ///   - nonce: 16 bytes that were never used before.
  ///   - subprotocols: What the client can speak over the connection, the preferred one first.
  ///   - headers: Header fields beside those of the handshake.
  public static func request(
    _ path: String, query: String? = nil, origin: String, nonce: [UInt8], subprotocols: [String] = [],
    headers: HTTPHeaders = [:]
  ) -> HTTPRequest {
    var request = HTTPRequest(.get, origin: origin, path: path, query: query, headers: headers)
    request.headers["Upgrade"] = "websocket"
    request.headers["Connection"] = "Upgrade"
    request.headers["Sec-WebSocket-Key"] = Data(nonce).base64EncodedString()
    request.headers["Sec-WebSocket-Version"] = "13"
    if !subprotocols.isEmpty { request.headers["Sec-WebSocket-Protocol"] = subprotocols.joined(separator: ", ") }
    return request
  }

  /// The subprotocol that the server has chosen, if it has; throws when its answer to `request` is no consent.
  public static func subprotocol(
    of response: HTTPResponse, to request: HTTPRequest
  ) throws(Refusal) -> String? {
    guard response.status == 101 else { throw .status(response.status) }
    guard isToken("websocket", in: response.headers.values(of: "Upgrade")) else {
      throw .invalid("its field Upgrade does not say websocket")
    }
    guard isToken("upgrade", in: response.headers.values(of: "Connection")) else {
      throw .invalid("its field Connection does not say Upgrade")
    }
    let key = request.headers["Sec-WebSocket-Key"] ?? ""
    guard response.headers["Sec-WebSocket-Accept"] == accept(key) else {
      throw .invalid("its field Sec-WebSocket-Accept does not answer the key")
    }
    guard response.headers["Sec-WebSocket-Extensions"] == nil else {
      throw .invalid("it wants an extension that was not offered")
    }
    guard let chosen = response.headers["Sec-WebSocket-Protocol"] else { return nil }
    guard tokens(request.headers.values(of: "Sec-WebSocket-Protocol")).contains(chosen) else {
      throw .unknownSubprotocol(chosen)
    }
    return chosen
  }

  /// Whether a request wants a connection of messages, whatever is wrong with it.
  public static func isWanted(by request: HTTPRequest) -> Bool {
    isToken("websocket", in: request.headers.values(of: "Upgrade"))
  }

  /// The answer of a server: 101, or why not.
  ///
  /// - Parameters:
  ///   - request: The client's request.
  ///   - subprotocols: What the server can speak; the first that the client offers is chosen.
  public static func answer(_ request: HTTPRequest, subprotocols: [String] = []) -> HTTPResponse {
    guard request.method == .get, isWanted(by: request),
      isToken("upgrade", in: request.headers.values(of: "Connection")), let key = request.headers["Sec-WebSocket-Key"],
      Data(base64Encoded: key)?.count == 16
    else { return HTTPResponse(400, body: Array("This is no handshake of a WebSocket.\n".utf8)) }
    guard request.headers["Sec-WebSocket-Version"] == "13" else {
      return HTTPResponse(426, headers: ["Sec-WebSocket-Version": "13"])
    }
    var response = HTTPResponse(
      101, headers: ["Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Accept": accept(key)])
    let offered = tokens(request.headers.values(of: "Sec-WebSocket-Protocol"))
    response.headers["Sec-WebSocket-Protocol"] = offered.first { subprotocols.contains($0) }
    return response
  }

  static func accept(_ key: String) -> String {
    Data(SHA1.digest(Array((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").utf8))).base64EncodedString()
  }

  private static func isToken(_ token: String, in values: [String]) -> Bool {
    tokens(values).contains { $0.lowercased() == token }
  }

  private static func tokens(_ values: [String]) -> [String] {
    values.flatMap { $0.split(separator: ",") }.map { $0.trimmingCharacters(in: .whitespaces) }
  }
}
