import Foundation

/// A PNG file, part by part, so that a test can write one that is wrong.
struct PNGFile {
  var (width, height, bits, color, isInterlaced) = (2, 1, 8, 0, false)
  var palette: [UInt8]?
  var opacity: [UInt8]?
  /// The lines with their filters.
  var lines: [UInt8] = [0, 0, 255]
  /// The compressed lines, or `nil` to store them.
  var compressed: [UInt8]?

  var bytes: [UInt8] {
    let head = Self.number(width) + Self.number(height) + [UInt8(bits), UInt8(color), 0, 0, isInterlaced ? 1 : 0]
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + Self.chunk("IHDR", head)
      + (palette.map { Self.chunk("PLTE", $0) } ?? []) + (opacity.map { Self.chunk("tRNS", $0) } ?? [])
      + Self.chunk("IDAT", [0x78, 0x01] + (compressed ?? Self.stored(lines))) + Self.chunk("IEND", [])
  }

  /// Returns data of at most 65,535 bytes as a stored block.
  static func stored(_ data: [UInt8]) -> [UInt8] {
    let (low, high) = (UInt8(data.count & 0xFF), UInt8(data.count >> 8))
    return [1, low, high, ~low, ~high] + data
  }

  private static func number(_ number: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(number >> $0 & 0xFF) } }

  /// The decoder doesn't read the checksum.
  private static func chunk(_ kind: String, _ data: [UInt8]) -> [UInt8] {
    number(data.count) + kind.utf8 + data + [0, 0, 0, 0]
  }

  /// The compressed form, with codes of its own, of 60 lines about bees.
  static let bees = Array(
    Data(
      base64Encoded: """
        bZExDkMhDEN3TtEjfEgC4Ti/UqUO3Xp/qUvxY2CLbOLY5nrcz9fnfZf6H77FNU2RXVgLjbbQ4lNgZz2XZjHWoX0sejR41LXdAed23bR+Caw8DfET\
        976Fk75jb8LHUi1JOM43uU/4YL018Vs5tGyhcgETp51y0Tfi1VQ9uCdISn5wfmB/0J4def19xklf7urRneOun9L9AA==
        """) ?? Data())
}
