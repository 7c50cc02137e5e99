import ColmeiaDigest
import ColmeiaHTTP
import ColmeiaJSON
import ColmeiaWebSocket

/// A body or a message, as a cassette keeps it: so that people can read it where that is possible.
package enum CassetteBody: Sendable, Equatable {
  /// There is none.
  case none
  /// JSON; its white space is gone.
  case json(JSON)
  /// Text in UTF-8.
  case text(String)
  /// Other bytes.
  case bytes([UInt8])
  /// Bytes of which only this is known.
  case digest(count: Int, sha256: String)
}

extension CassetteBody {
  /// The body of an answer.
  init(_ bytes: [UInt8], limit: Int) {
    self = bytes.isEmpty ? .none : bytes.count > limit ? .digest(of: bytes) : Self.read(bytes) ?? .bytes(bytes)
  }

  /// The body of a request: bytes that are no text are only compared.
  init(of request: HTTPRequest, limit: Int) {
    let bytes = request.body
    if let type = request.headers["Content-Type"], type.lowercased().hasPrefix("multipart/") {
      self = .digest(of: Self.withoutBoundary(bytes, type))
    } else {
      self = bytes.isEmpty ? .none : bytes.count > limit ? .digest(of: bytes) : Self.read(bytes) ?? .digest(of: bytes)
    }
  }

  /// A message. Only objects and arrays are taken for JSON, so that any other text comes back as it was.
  init(_ message: WebSocketMachine.Message, limit: Int) {
    switch message {
    case .binary(let bytes): self = bytes.count > limit ? .digest(of: bytes) : .bytes(bytes)
    case .text(let text):
      let bytes = Array(text.utf8)
      self = bytes.count > limit ? .digest(of: bytes) : Self.json(bytes) ?? .text(text)
    }
  }

  /// A chunk of a stream: as it is, so that it keeps its white space.
  init(chunk bytes: [UInt8]) { self = bytes.isEmpty ? .none : Self.text(bytes) ?? .bytes(bytes) }

  static func digest(of bytes: [UInt8]) -> Self {
    .digest(count: bytes.count, sha256: SHA256.digest(bytes).hex)
  }

  private static func read(_ bytes: [UInt8]) -> Self? {
    json(bytes) ?? text(bytes)
  }

  private static func text(_ bytes: [UInt8]) -> Self? {
    guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
    return text.utf8.allSatisfy { $0 >= 0x20 || [9, 10, 13].contains($0) } ? .text(text) : nil
  }

  private static func json(_ bytes: [UInt8]) -> Self? {
    guard let json = try? JSON(parsing: bytes, limits: JSONLimits(depth: CassetteLimits.depth)) else { return nil }
    switch json {
    case .object, .array: return .json(json)
    case .null, .bool, .number, .string: return nil
    }
  }

  /// The parts of a form between boundaries, which chance has made (RFC 2046 §5.1.1).
  private static func withoutBoundary(_ bytes: [UInt8], _ type: String) -> [UInt8] {
    guard let boundary = FieldReader.parameters(of: type)["boundary"], boundary.utf8.count >= 4 else { return bytes }
    return bytes.replacing(Array(boundary.utf8), with: Array("boundary".utf8))
  }
}

extension CassetteBody {
  /// The bytes; `nil` when they are not known.
  package var content: [UInt8]? {
    switch self {
    case .none: []
    case .json(let json): json.bytes()
    case .text(let text): Array(text.utf8)
    case .bytes(let bytes): bytes
    case .digest: nil
    }
  }

  /// The message; `nil` when it is not known.
  var message: WebSocketMachine.Message? {
    switch self {
    case .none: .text("")
    case .json(let json): .text(json.text())
    case .text(let text): .text(text)
    case .bytes(let bytes): .binary(bytes)
    case .digest: nil
    }
  }
}
