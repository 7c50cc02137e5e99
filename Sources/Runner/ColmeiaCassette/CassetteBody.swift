import ColmeiaHTTP
import ColmeiaJSON

/// The body of a message as stored in a cassette, in a readable form if possible.
package enum CassetteBody: Sendable, Equatable {
  /// The body is empty.
  case none
  /// JSON, without its white space.
  case json(JSON)
  /// UTF-8 text.
  case text(String)
  /// Any other bytes.
  case bytes([UInt8])
  /// Bytes that are known only by their length and digest.
  case digest(count: Int, sha256: String)
}

extension CassetteBody {
  /// Creates the stored body of a response.
  init(_ bytes: [UInt8], limit: Int) {
    self = bytes.isEmpty ? .none : bytes.count > limit ? .digest(of: bytes) : Self.read(bytes) ?? .bytes(bytes)
  }

  /// Creates the stored body of a request. Bytes that are not text are only compared, so only their digest is stored.
  init(of request: HTTPRequest, limit: Int) {
    let bytes = request.body
    if let type = request.headers["Content-Type"], MediaType(type)?.essence.hasPrefix("multipart/") == true {
      self = .digest(of: Self.withoutBoundary(bytes, type))
    } else {
      self = bytes.isEmpty ? .none : bytes.count > limit ? .digest(of: bytes) : Self.read(bytes) ?? .digest(of: bytes)
    }
  }

  /// Creates the stored body of a WebSocket message. Only objects and arrays are stored as JSON, so any other text is
  /// returned unchanged.
  init(_ message: WebSocketMachine.Message, limit: Int) {
    switch message {
    case .binary(let bytes): self = bytes.count > limit ? .digest(of: bytes) : .bytes(bytes)
    case .text(let text):
      let bytes = Array(text.utf8)
      self = bytes.count > limit ? .digest(of: bytes) : Self.json(bytes) ?? .text(text)
    }
  }

  /// Creates the stored body of a chunk of a stream. It is not stored as JSON, so that it keeps its white space.
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

  /// Replaces the random boundary of a multipart form (RFC 2046 §5.1.1) with a fixed one, so its digest can be
  /// compared.
  private static func withoutBoundary(_ bytes: [UInt8], _ type: String) -> [UInt8] {
    guard let boundary = FieldReader.parameters(of: type)["boundary"], boundary.utf8.count >= 4 else { return bytes }
    return bytes.replacing(Array(boundary.utf8), with: Array("boundary".utf8))
  }
}

extension CassetteBody {
  /// The bytes of the body, or `nil` if only their digest is known.
  package var content: [UInt8]? {
    switch self {
    case .none: []
    case .json(let json): json.bytes()
    case .text(let text): Array(text.utf8)
    case .bytes(let bytes): bytes
    case .digest: nil
    }
  }

  /// The body as a WebSocket message, or `nil` if only its digest is known.
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
