import Foundation

/// The opening handshake, which upgrades an HTTP connection to a WebSocket (RFC 6455 §4).
public enum WebSocketHandshake {
  /// The reason why the server's response doesn't open a connection.
  public enum Refusal: Error, Sendable, Hashable, Codable, CustomStringConvertible {
    /// The status is not 101. The body of the response explains the reason.
    case status(Int)
    /// The response is not that of a WebSocket server.
    case invalid(String)
    /// The server has selected a subprotocol that was not offered.
    case unknownSubprotocol(String)

    enum CodingKeys: String, CodingKey, CaseIterable { case status, invalid, unknownSubprotocol }

    /// What is wrong, and what to do.
    public var description: String {
      switch self {
      case .status(let status):
        "The server refused the WebSocket connection with status \(status). Check the path and the credentials."
      case .invalid(let reason):
        "The response is not that of a WebSocket server: \(reason). Check the address."
      case .unknownSubprotocol(let name):
        "The server selected the subprotocol \(name), which was not offered. Offer one that it supports."
      }
    }
  }

  /// Returns the request of a client.
  ///
  /// - Parameters:
  ///   - path: The path of the URL, percent-encoded.
  ///   - query: The query, percent-encoded and without the `?`, or `nil` if there is none.
  ///   - origin: Scheme, host, and port of the server, such as `https://example.org`.
  ///   - nonce: 16 bytes that have never been used before.
  ///   - subprotocols: The subprotocols that the client supports, the preferred one first.
  ///   - headers: Additional header fields.
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

  /// Validates the server's response to `request`.
  ///
  /// - Returns: The subprotocol that the server has selected, or `nil` if it has selected none.
  /// - Throws: ``Refusal`` if the response doesn't open a connection.
  public static func subprotocol(
    of response: HTTPResponse, to request: HTTPRequest
  ) throws(Refusal) -> String? {
    guard response.status == 101 else { throw .status(response.status) }
    guard isToken("websocket", in: response.headers.values(of: "Upgrade")) else {
      throw .invalid("its Upgrade field is not websocket")
    }
    guard isToken("upgrade", in: response.headers.values(of: "Connection")) else {
      throw .invalid("its Connection field does not contain Upgrade")
    }
    let key = request.headers["Sec-WebSocket-Key"] ?? ""
    guard response.headers["Sec-WebSocket-Accept"] == accept(key) else {
      throw .invalid("its Sec-WebSocket-Accept field does not match the key")
    }
    guard response.headers["Sec-WebSocket-Extensions"] == nil else {
      throw .invalid("it uses an extension that was not offered")
    }
    guard let chosen = response.headers["Sec-WebSocket-Protocol"] else { return nil }
    guard tokens(request.headers.values(of: "Sec-WebSocket-Protocol")).contains(chosen) else {
      throw .unknownSubprotocol(chosen)
    }
    return chosen
  }

  /// Whether a request asks for a WebSocket, even if the request is otherwise invalid.
  public static func isWanted(by request: HTTPRequest) -> Bool {
    isToken("websocket", in: request.headers.values(of: "Upgrade"))
  }

  /// Returns the response of a server: 101, or an error status.
  ///
  /// - Parameters:
  ///   - request: The client's request.
  ///   - subprotocols: The subprotocols that the server supports. The first one in the client's list that is supported
  ///     is selected.
  public static func answer(_ request: HTTPRequest, subprotocols: [String] = []) -> HTTPResponse {
    guard request.method == .get, isWanted(by: request),
      isToken("upgrade", in: request.headers.values(of: "Connection")), let key = request.headers["Sec-WebSocket-Key"],
      Data(base64Encoded: key)?.count == 16
    else { return HTTPResponse(400, body: Array("Not a WebSocket handshake.\n".utf8)) }
    guard request.headers["Sec-WebSocket-Version"] == "13" else {
      // RFC 9110 §15.5.22 demands `Upgrade`.
      return HTTPResponse(426, headers: ["Upgrade": "websocket", "Sec-WebSocket-Version": "13"])
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
