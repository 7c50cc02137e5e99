/// What stands for other characters in a JSON string (RFC 8259 §7).
enum Escapes {
  /// The text of a string whose escapes the parser has checked.
  static func decode(_ bytes: ArraySlice<UInt8>) -> String {
    var decoded: [UInt8] = []
    decoded.reserveCapacity(bytes.count)
    var place = bytes.startIndex
    while place < bytes.endIndex {
      let byte = bytes[place]
      guard byte == UInt8(ascii: "\\") else {
        decoded.append(byte)
        place += 1
        continue
      }
      let mark = bytes[place + 1]
      place += 2
      if mark == UInt8(ascii: "u") {
        append(unit(bytes, &place), bytes, &place, &decoded)
      } else {
        decoded.append(plain(mark) ?? mark)
      }
    }
    return String(decoding: decoded, as: UTF8.self)
  }

  /// The character that a single letter behind the backslash stands for.
  static func plain(_ mark: UInt8) -> UInt8? {
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

  private static func append(
    _ first: UInt32, _ bytes: ArraySlice<UInt8>, _ place: inout Int, _ decoded: inout [UInt8]
  ) {
    var value = first
    if value & 0xFC00 == 0xD800 {
      place += 2  // the backslash and the u of the other half
      value = 0x10000 + ((value & 0x3FF) << 10) + (unit(bytes, &place) & 0x3FF)
    }
    if let scalar = Unicode.Scalar(value) { decoded.append(contentsOf: UTF8.encode(scalar) ?? .init()) }
  }

  private static func unit(_ bytes: ArraySlice<UInt8>, _ place: inout Int) -> UInt32 {
    defer { place += 4 }
    return bytes[place..<place + 4].reduce(0) { $0 << 4 | UInt32(digit($1) ?? 0) }
  }

  /// The value of a hexadecimal digit.
  static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
