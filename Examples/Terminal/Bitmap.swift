/// A picture that was decoded from a PNG file (PNG 3rd edition), without interlacing, and with at most 8 bits a channel.
struct Bitmap: Sendable {
  let width: Int
  let height: Int
  /// Red, green, blue and opacity of each pixel.
  private var pixels: [UInt8] = []
  /// Larger pictures aren't decoded.
  private static let pixelLimit = 1 << 20

  /// Returns `nil` if the bytes are no such picture.
  init?(png: [UInt8]) {
    guard png.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]), png.count > 33 else { return nil }
    func number(_ place: Int) -> Int { png[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
    var (place, data, palette, opacity): (Int, [UInt8], [UInt8], [UInt8]) = (8, [], [], [])
    while place + 12 <= png.count {
      let (length, kind) = (number(place), png[place + 4..<place + 8])
      guard length <= png.count - place - 12 else { return nil }
      let content = png[place + 8..<place + 8 + length]
      if kind.elementsEqual("IDAT".utf8) { data += content }
      if kind.elementsEqual("PLTE".utf8) { palette = Array(content) }
      if kind.elementsEqual("tRNS".utf8) { opacity = Array(content) }
      place += length + 12
    }
    (width, height) = (number(16), number(20))
    let (bits, color) = (Int(png[24]), png[25])
    guard let channels = [0: 1, 2: 3, 3: 1, 4: 2, 6: 4][color], [1, 2, 4, 8].contains(bits), png[28] == 0,
      (1...Self.pixelLimit).contains(width), (1...Self.pixelLimit / width).contains(height)
    else { return nil }
    let (line, step) = ((width * channels * bits + 7) / 8, max(1, channels * bits / 8))
    guard var rows = Inflate.bytes(data.dropFirst(2), limit: (line + 1) * height), rows.count == (line + 1) * height
    else { return nil }
    Self.unfilter(&rows, line + 1, step)
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
          guard index * 3 + 2 < palette.count else { return nil }
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
  private static func unfilter(_ rows: inout [UInt8], _ line: Int, _ step: Int) {
    for start in stride(from: 0, to: rows.count, by: line) {
      for place in start + 1..<start + line {
        let left = place - step > start ? Int(rows[place - step]) : 0
        let above = start > 0 ? Int(rows[place - line]) : 0
        let corner = start > 0 && place - step > start ? Int(rows[place - line - step]) : 0
        switch rows[start] {
        case 1: rows[place] &+= UInt8(left)
        case 2: rows[place] &+= UInt8(above)
        case 3: rows[place] &+= UInt8((left + above) / 2)
        case 4:
          let (a, b, c) = (abs(above - corner), abs(left - corner), abs(left + above - 2 * corner))
          rows[place] &+= UInt8(a <= b && a <= c ? left : b <= c ? above : corner)
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
      let place = (y * height / (down * 2) * width + x * width / across) * 4
      return pixels[place + 3] < 128 ? nil : "2;\(pixels[place]);\(pixels[place + 1]);\(pixels[place + 2])"
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
