/// A picture that was decoded from a PNG file (PNG 3rd edition), without interlacing, and with at most 8 bits a channel.
struct Bitmap: Sendable {
  /// Why a picture can't be drawn.
  enum Failure: Error, Equatable {
    /// It has a format that isn't decoded, such as `JPEG`.
    case format(String)
    /// It has more pixels than are decoded.
    case tooLarge
    /// The bytes are no picture, or a damaged one.
    case damaged
  }

  let width: Int
  let height: Int
  /// Red, green, blue and opacity of each pixel.
  private var pixels: [UInt8] = []
  /// The number of pixels beyond which a picture isn't decoded.
  static let pixelLimit = 1 << 20

  /// The formats that are recognized, by the bytes with which their files begin.
  private static let formats: [(start: [UInt8], name: String)] = [
    ([0xFF, 0xD8, 0xFF], "JPEG"), (Array("GIF8".utf8), "GIF"), (Array("RIFF".utf8), "WebP"),
  ]

  init(_ file: [UInt8]) throws(Failure) {
    guard file.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) else {
      let known = Self.formats.first { file.starts(with: $0.start) }
      throw known.map { .format($0.name) } ?? .damaged
    }
    guard file.count > 33, file[12..<16].elementsEqual("IHDR".utf8) else { throw .damaged }
    func number(_ position: Int) -> Int { file[position..<position + 4].reduce(0) { $0 << 8 | Int($1) } }
    var (position, data, palette, opacity): (Int, [UInt8], [UInt8], [UInt8]) = (8, [], [], [])
    while position + 12 <= file.count {
      let (length, kind) = (number(position), file[position + 4..<position + 8])
      guard length <= file.count - position - 12 else { throw .damaged }
      let content = file[position + 8..<position + 8 + length]
      if kind.elementsEqual("IDAT".utf8) { data += content }
      if kind.elementsEqual("PLTE".utf8) { palette = Array(content) }
      if kind.elementsEqual("tRNS".utf8) { opacity = Array(content) }
      position += length + 12
    }
    (width, height) = (number(16), number(20))
    let (bits, color) = (Int(file[24]), file[25])
    guard let channels = [0: 1, 2: 3, 3: 1, 4: 2, 6: 4][color], width > 0, height > 0 else { throw .damaged }
    if bits == 16 || file[28] != 0 { throw .format("PNG") }
    guard (channels == 1 ? [1, 2, 4, 8] : [8]).contains(bits) else { throw .damaged }
    if width > Self.pixelLimit || height > Self.pixelLimit / width { throw .tooLarge }
    let (line, step) = ((width * channels * bits + 7) / 8, max(1, channels * bits / 8))
    guard var rows = try? Inflate.bytes(data.dropFirst(2), limit: (line + 1) * height),
      rows.count == (line + 1) * height
    else { throw .damaged }
    try Self.unfilter(&rows, line + 1, step)
    pixels.reserveCapacity(width * height * 4)
    for y in 0..<height {
      for x in 0..<width {
        func sample(_ channel: Int) -> UInt8 {
          let bit = (x * channels + channel) * bits
          return rows[y * (line + 1) + 1 + bit / 8] >> UInt8(8 - bits - bit % 8) & UInt8((1 << bits) - 1)
        }
        switch color {
        case 3:
          let index = Int(sample(0))
          guard index * 3 + 2 < palette.count else { throw .damaged }
          pixels += palette[index * 3...index * 3 + 2]
          pixels.append(index < opacity.count ? opacity[index] : 255)
        case 0, 4:
          let gray = UInt8(Int(sample(0)) * 255 / ((1 << bits) - 1))
          pixels += [gray, gray, gray, color == 4 ? sample(1) : 255]
        default: pixels += [sample(0), sample(1), sample(2), color == 6 ? sample(3) : 255]
        }
      }
    }
  }

  /// Adds to each byte what its line's filter predicts (§9).
  private static func unfilter(_ rows: inout [UInt8], _ line: Int, _ step: Int) throws(Failure) {
    for start in stride(from: 0, to: rows.count, by: line) {
      if rows[start] > 4 { throw .damaged }
      for position in start + 1..<start + line {
        let left = position - step > start ? Int(rows[position - step]) : 0
        let above = start > 0 ? Int(rows[position - line]) : 0
        let corner = start > 0 && position - step > start ? Int(rows[position - line - step]) : 0
        switch rows[start] {
        case 1: rows[position] &+= UInt8(left)
        case 2: rows[position] &+= UInt8(above)
        case 3: rows[position] &+= UInt8((left + above) / 2)
        case 4:
          let (a, b, c) = (abs(above - corner), abs(left - corner), abs(left + above - 2 * corner))
          rows[position] &+= UInt8(a <= b && a <= c ? left : b <= c ? above : corner)
        default: break
        }
      }
    }
  }

  /// Returns the picture as large as possible in this many cells, each of which is two pixels, one above the other.
  func lines(columns: Int, lines: Int) -> [String] {
    let scale = min(Double(columns) / Double(width), Double(lines * 2) / Double(height))
    let (across, down) = (max(1, Int(Double(width) * scale)), max(1, Int(Double(height) * scale) / 2))
    /// Returns a pixel's color, or `nil` if it is transparent.
    func color(_ x: Int, _ y: Int) -> String? {
      let position = (y * height / (down * 2) * width + x * width / across) * 4
      return pixels[position + 3] < 128 ? nil : "2;\(pixels[position]);\(pixels[position + 1]);\(pixels[position + 2])"
    }
    return (0..<down).map { y in
      (0..<across).map { x in
        switch (color(x, y * 2), color(x, y * 2 + 1)) {
        case (let top?, let bottom?): "\u{1B}[38;\(top);48;\(bottom)m▀"
        case (let top?, nil): "\u{1B}[0;38;\(top)m▀"
        case (nil, let bottom?): "\u{1B}[0;38;\(bottom)m▄"
        case (nil, nil): "\u{1B}[0m "
        }
      }.joined() + "\u{1B}[0m"
    }
  }
}
