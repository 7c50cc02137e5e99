/// Escape sequences in JSON strings (RFC 8259 §7).
package enum Escapes {
  /// Decodes a string whose escapes and UTF-8 the parser has validated.
  ///
  /// - Parameter isASCII: Whether the result is known to consist of ASCII.
  static func decode(_ bytes: UnsafeBufferPointer<UInt8>, isASCII: Bool) -> String {
    // The decoded character is never longer than its escape.
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: bytes.count) { decoded in
      var (position, count) = (0, 0)
      while true {
        let end = PlainText.end(of: bytes, from: position)
        count = decoded[count...].initialize(fromContentsOf: bytes[position..<end])
        guard end < bytes.count else {
          return String(validated: UnsafeBufferPointer(rebasing: decoded[..<count]), isASCII: isASCII)
        }
        let mark = bytes[end + 1]
        position = end + 2
        if mark == UInt8(ascii: "u") {
          count = decoded[count...].initialize(fromContentsOf: character(bytes, &position))
        } else {
          decoded.initializeElement(at: count, to: plain(mark) ?? mark)
          count += 1
        }
      }
    }
  }

  /// Returns the character of a single-letter escape, or `nil` if there is no such escape.
  package static func plain(_ mark: UInt8) -> UInt8? {
    switch mark {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): mark
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0C
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "r"): 0x0D
    case UInt8(ascii: "t"): 0x09
    default: nil
    }
  }

  /// Decodes one `\u` escape, or the two of a surrogate pair.
  private static func character(
    _ bytes: UnsafeBufferPointer<UInt8>, _ position: inout Int
  ) -> Unicode.UTF8.EncodedScalar {
    var value = unit(bytes, &position)
    if value & 0xFC00 == 0xD800 {
      position += 2  // skips the backslash and the u of the low surrogate
      value = 0x10000 + ((value & 0x3FF) << 10) + (unit(bytes, &position) & 0x3FF)
    }
    return Unicode.Scalar(value).flatMap(UTF8.encode) ?? .init()
  }

  private static func unit(_ bytes: UnsafeBufferPointer<UInt8>, _ position: inout Int) -> UInt32 {
    defer { position += 4 }
    return bytes[position..<position + 4].reduce(0) { $0 << 4 | UInt32(HexadecimalDigit.value($1) ?? 0) }
  }
}
