/// The type of a frame (RFC 6455 §5.2).
enum WebSocketOpcode: UInt8, Sendable, Hashable {
  /// Continues the message of the preceding frames.
  case continuation = 0x0
  /// Starts a text message.
  case text = 0x1
  /// Starts a binary message.
  case binary = 0x2
  /// Starts or confirms the closing of the connection.
  case close = 0x8
  /// Checks whether the other side is responsive.
  case ping = 0x9
  /// Answers a ping with the same payload.
  case pong = 0xA

  /// Whether this is a control frame, which may be sent between the frames of a message.
  var isControl: Bool { rawValue & 0x8 != 0 }
}

/// The header of a frame.
struct WebSocketHead: Sendable, Equatable {
  var isFinal: Bool
  var opcode: WebSocketOpcode
  /// The masking key, or `nil` if the payload is not masked.
  var mask: UInt32?
  var length: Int

  /// The maximum number of bytes in a header.
  static let longest = 14

  /// Parses the header at the beginning of `bytes`. Returns the header and its length in bytes, or `nil` if more bytes
  /// are needed.
  static func read(_ bytes: ArraySlice<UInt8>) throws(WebSocketError) -> (head: WebSocketHead, count: Int)? {
    guard bytes.count >= 2 else { return nil }
    let (first, second) = (bytes[bytes.startIndex], bytes[bytes.startIndex + 1])
    guard first & 0x70 == 0 else { throw .protocolError("a reserved bit is set, and no extension was agreed on") }
    guard let opcode = WebSocketOpcode(rawValue: first & 0x0F) else {
      throw .protocolError("\(first & 0x0F) is not a valid opcode")
    }
    let short = Int(second & 0x7F)
    let wide = short == 126 ? 2 : short == 127 ? 8 : 0
    let isMasked = second & 0x80 != 0
    let count = 2 + wide + (isMasked ? 4 : 0)
    if opcode.isControl {
      // Checked before the extended length is read, because the short length is sufficient.
      guard wide == 0 else { throw .protocolError("a control frame has more than 125 bytes") }
      guard first & 0x80 != 0 else { throw .protocolError("a control frame is fragmented") }
    }
    guard bytes.count >= count else { return nil }
    let length = wide == 0 ? UInt64(short) : number(bytes.dropFirst(2).prefix(wide))
    guard length <= UInt64(Int64.max) else { throw .protocolError("the length has its highest bit set") }
    guard wide == 0 || length > (wide == 2 ? 125 : 0xFFFF) else {
      throw .protocolError("the length is not written in its shortest form")
    }
    let mask = isMasked ? UInt32(truncatingIfNeeded: number(bytes.dropFirst(2 + wide).prefix(4))) : nil
    return (WebSocketHead(isFinal: first & 0x80 != 0, opcode: opcode, mask: mask, length: Int(length)), count)
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }

  /// Appends the encoded header.
  func append(to bytes: inout [UInt8]) {
    bytes.append((isFinal ? 0x80 : 0) | opcode.rawValue)
    let flag: UInt8 = mask == nil ? 0 : 0x80
    switch length {
    case 0...125: bytes.append(flag | UInt8(length))
    case 126...0xFFFF:
      bytes += [flag | 126, UInt8(length >> 8), UInt8(length & 0xFF)]
    default:
      bytes.append(flag | 127)
      for shift in stride(from: 56, through: 0, by: -8) { bytes.append(UInt8(truncatingIfNeeded: length >> shift)) }
    }
    guard let mask else { return }
    for shift in stride(from: 24, through: 0, by: -8) { bytes.append(UInt8(truncatingIfNeeded: mask >> shift)) }
  }
}

/// Masks and unmasks payloads (RFC 6455 §5.3).
enum WebSocketMask {
  /// Masks the bytes in `range`. `offset` is the position of the first of them in the payload.
  static func apply(_ mask: UInt32, to bytes: inout [UInt8], in range: Range<Int>, offset: Int) {
    let keys = (0..<4).map { UInt8(truncatingIfNeeded: mask >> (24 - 8 * (($0 + offset) & 3))) }
    bytes.withUnsafeMutableBytes { bytes in
      let part = UnsafeMutableRawBufferPointer(rebasing: bytes[range])
      var wide: UInt64 = 0
      for index in (0..<8).reversed() { wide = wide << 8 | UInt64(keys[index & 3]) }
      wide = UInt64(littleEndian: wide)
      var index = 0
      while index + 8 <= part.count {
        let mixed = part.loadUnaligned(fromByteOffset: index, as: UInt64.self) ^ wide
        part.storeBytes(of: mixed, toByteOffset: index, as: UInt64.self)
        index += 8
      }
      while index < part.count {
        part[index] ^= keys[index & 3]
        index += 1
      }
    }
  }
}
