/// The reason why a connection must end, or why a message can't be sent.
public enum WebSocketError: Error, Sendable, Hashable {
  /// The other side violates RFC 6455.
  case protocolError(String)
  /// A text message is not valid UTF-8.
  case notUTF8
  /// A frame or message exceeds the limit, which is `limit` bytes.
  case tooLarge(limit: Int)
  /// More than `limit` bytes would wait to be sent, because the other side doesn't read. The message was not sent; try
  /// again later.
  case tooMuchUnsent(limit: Int)
  /// The connection is closing or closed.
  case notOpen

  /// The close code that is sent to the other side.
  public var code: WebSocketCloseCode {
    switch self {
    case .protocolError: .protocolError
    case .notUTF8: .invalidPayload
    case .tooLarge: .tooLarge
    case .tooMuchUnsent, .notOpen: .goingAway
    }
  }
}

extension WebSocketError: CustomStringConvertible {
  /// A description of the problem.
  public var description: String {
    switch self {
    case .protocolError(let text): "The WebSocket protocol was violated: \(text)."
    case .notUTF8: "A text message is not UTF-8."
    case .tooLarge(let limit): "A message has more than \(limit) bytes."
    case .tooMuchUnsent(let limit): "More than \(limit) bytes are waiting to be sent. Try again later."
    case .notOpen: "The connection is not open. Open another one."
    }
  }
}

/// The reason why a connection was closed (RFC 6455 §7.4).
public struct WebSocketCloseCode: RawRepresentable, Sendable, Hashable {
  /// The number in the close frame.
  public let rawValue: UInt16
  /// Creates a code with this number, which may be unknown.
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// The connection has fulfilled its purpose.
  public static let normal = Self(rawValue: 1_000)
  /// The server is shutting down, or the user has left.
  public static let goingAway = Self(rawValue: 1_001)
  /// The other side violates the protocol.
  public static let protocolError = Self(rawValue: 1_002)
  /// The type of message is not supported.
  public static let unsupported = Self(rawValue: 1_003)
  /// No code was received. This code is never sent.
  public static let none = Self(rawValue: 1_005)
  /// The connection ended without a close frame. This code is never sent.
  public static let abnormal = Self(rawValue: 1_006)
  /// A text message was not valid UTF-8.
  public static let invalidPayload = Self(rawValue: 1_007)
  /// The message violates a policy.
  public static let policy = Self(rawValue: 1_008)
  /// The message was too large.
  public static let tooLarge = Self(rawValue: 1_009)
  /// The server encountered an internal error.
  public static let internalError = Self(rawValue: 1_011)
  /// The server is restarting; reconnect later.
  public static let serviceRestart = Self(rawValue: 1_012)

  /// Whether the code may be sent in a close frame (RFC 6455 §7.4.2, and later registrations).
  var mayBeSent: Bool {
    switch rawValue {
    case 1_000...1_003, 1_007...1_014, 3_000...4_999: true
    default: false
    }
  }
}

/// The content of a close frame.
public struct WebSocketClose: Sendable, Hashable {
  /// The close code, or ``WebSocketCloseCode/none`` if the frame was empty.
  public var code: WebSocketCloseCode
  /// The reason as text, at most 123 bytes.
  public var reason: String

  /// Creates the content of a close frame.
  public init(_ code: WebSocketCloseCode, reason: String = "") {
    self.code = code
    self.reason = reason
  }

  /// Parses the payload of a close frame.
  init(payload: [UInt8]) throws(WebSocketError) {
    if payload.isEmpty {
      self.init(.none)
      return
    }
    guard payload.count >= 2 else { throw .protocolError("a close frame has one byte") }
    let code = WebSocketCloseCode(rawValue: UInt16(payload[0]) << 8 | UInt16(payload[1]))
    guard code.mayBeSent else { throw .protocolError("\(code.rawValue) is not a valid close code") }
    guard let reason = String(validating: payload.dropFirst(2), as: UTF8.self) else { throw .notUTF8 }
    self.init(code, reason: reason)
  }

  /// The payload of a close frame, which is empty if the code may not be sent.
  var payload: [UInt8] {
    if !code.mayBeSent { return [] }
    var text = reason
    while text.utf8.count > 123 { text.removeLast() }
    return [UInt8(code.rawValue >> 8), UInt8(code.rawValue & 0xFF)] + Array(text.utf8)
  }
}
