/// An encoder for pictures of up to 16 colors as PNG files (PNG 3rd edition). It uses four bits per pixel without
/// filters or compression, so that the same picture gives the same bytes on every platform.
enum PNG {
  /// A color as `0xRRGGBB`.
  typealias Color = UInt32

  /// Returns the picture as a PNG file.
  ///
  /// - Parameters:
  ///   - size: The width and height in pixels; an even number.
  ///   - palette: The 1 to 16 colors.
  ///   - pixels: The index in `palette` of each pixel, row by row from the top left.
  /// - Complexity: O(pixels).
  static func encode(size: Int, palette: [Color], pixels: [UInt8]) -> [UInt8] {
    let side = BigEndian.bytes(UInt32(size))
    let bitsPerPixel: UInt8 = 4
    let indexed: UInt8 = 3
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
      + chunk("IHDR", side + side + [bitsPerPixel, indexed, 0, 0, 0])
      + chunk("PLTE", palette.flatMap { BigEndian.bytes($0).dropFirst() })
      + chunk("IDAT", Zlib.stored(rows(size, pixels)))
      + chunk("IEND", [])
  }

  /// Returns the rows, each of which begins with its filter type, 0 for none, followed by two pixels per byte.
  private static func rows(_ size: Int, _ pixels: [UInt8]) -> [UInt8] {
    var rows: [UInt8] = []
    for position in stride(from: 0, to: size * size, by: 2) {
      if position % size == 0 { rows.append(0) }
      rows.append(pixels[position] << 4 | pixels[position + 1])
    }
    return rows
  }

  private static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
    let content = type.utf8 + data
    return BigEndian.bytes(UInt32(data.count)) + content + BigEndian.bytes(CRC32.checksum(content))
  }
}
