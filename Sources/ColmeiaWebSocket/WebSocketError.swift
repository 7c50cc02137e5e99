/// Why a connection has to end.
public enum WebSocketError: Error, Sendable, Hashable {
  /// The other side does not keep to RFC 6455.
  case protocolError(String)
  /// A message of text is not UTF-8.
  case notUTF8
  /// A frame or a message has more bytes than are taken.
  case tooLarge(limit: Int)
  /// Too much waits to be sent: the other side does not read. Nothing was sent; try again later.
  case tooMuchUnsent(limit: Int)
  /// The connection is being closed, or is closed.
  case notOpen

  /// What the other side is told.
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
  /// What went wrong, in a sentence.
  public var description: String {
    switch self {
    case .protocolError(let text): "The WebSocket protocol was broken: \(text)."
    case .notUTF8: "A text message is not UTF-8."
    case .tooLarge(let limit): "A message has more than \(limit) bytes."
    case .tooMuchUnsent(let limit): "More than \(limit) bytes wait to be sent. Try again later."
    case .notOpen: "The connection is not open."
    }
  }
}

/// Why a connection was closed (RFC 6455 §7.4).
public struct WebSocketCloseCode: RawRepresentable, Sendable, Hashable {
  /// The number that the close frame carries.
  public let rawValue: UInt16
  /// The code with this number, whatever it means.
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// The purpose of the connection is fulfilled.
  public static let normal = Self(rawValue: 1_000)
  /// The server ends, or the user has gone.
  public static let goingAway = Self(rawValue: 1_001)
  /// The other side does not keep to the protocol.
  public static let protocolError = Self(rawValue: 1_002)
  /// This kind of message is not taken.
  public static let unsupported = Self(rawValue: 1_003)
  /// No code was given; never sent.
  public static let none = Self(rawValue: 1_005)
  /// The connection broke off; never sent.
  public static let abnormal = Self(rawValue: 1_006)
  /// A text was not UTF-8.
  public static let invalidPayload = Self(rawValue: 1_007)
  /// The message breaks a rule.
  public static let policy = Self(rawValue: 1_008)
  /// The message was too large.
  public static let tooLarge = Self(rawValue: 1_009)
  /// The server has failed.
  public static let internalError = Self(rawValue: 1_011)
  /// The server starts again; come back later.
  public static let serviceRestart = Self(rawValue: 1_012)

  /// Whether a close frame may carry it (RFC 6455 §7.4.2, and what was registered since).
  public var mayBeSent: Bool {
    switch rawValue {
    case 1_000...1_003, 1_007...1_014, 3_000...4_999: true
    default: false
    }
  }
}

/// What a close frame says.
public struct WebSocketClose: Sendable, Hashable {
  /// Why; ``WebSocketCloseCode/none`` when the frame was empty.
  public var code: WebSocketCloseCode
  /// The same for people; at most 123 bytes.
  public var reason: String

  /// What a close frame says.
  public init(_ code: WebSocketCloseCode, reason: String = "") {
    self.code = code
    self.reason = reason
  }

  /// Reads the payload of a close frame.
  init(payload: [UInt8]) throws(WebSocketError) {
    if payload.isEmpty {
      self.init(.none)
      return
    }
    guard payload.count >= 2 else { throw .protocolError("a close frame has one byte") }
    let code = WebSocketCloseCode(rawValue: UInt16(payload[0]) << 8 | UInt16(payload[1]))
    guard code.mayBeSent else { throw .protocolError("\(code.rawValue) is no code that may be sent") }
    guard let reason = String(validating: payload.dropFirst(2), as: UTF8.self) else { throw .notUTF8 }
    self.init(code, reason: reason)
  }

  var payload: [UInt8] {
    if code == .none { return [] }
    var text = reason
    while text.utf8.count > 123 { text.removeLast() }
    return [UInt8(code.rawValue >> 8), UInt8(code.rawValue & 0xFF)] + Array(text.utf8)
  }
}
