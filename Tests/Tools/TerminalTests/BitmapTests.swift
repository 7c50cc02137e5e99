import TestSupport
import Testing

@testable import Terminal

@Suite struct BitmapTests {
  struct Row: Sendable {
    let name: String
    let file: [UInt8]
    let failure: Bitmap.Failure

    init(_ name: String, _ file: [UInt8], _ failure: Bitmap.Failure) {
      (self.name, self.file, self.failure) = (name, file, failure)
    }

    init(_ name: String, _ failure: Bitmap.Failure, change: (inout PNGFile) -> Void) {
      var file = PNGFile()
      change(&file)
      self.init(name, file.bytes, failure)
    }
  }

  @Test(arguments: [
    Row("nothing", [], .damaged), Row("a text", Array("<html>".utf8), .damaged),
    Row("JPEG", [0xFF, 0xD8, 0xFF, 0xE0], .format("JPEG")), Row("GIF", Array("GIF89a".utf8), .format("GIF")),
    Row("WebP", Array("RIFF0000WEBP".utf8), .format("WebP")),
    Row("a PNG's first bytes", Array(PNGFile().bytes.prefix(33)), .damaged),
    Row("interlaced", .format("PNG")) { $0.isInterlaced = true }, Row("16 bits", .format("PNG")) { $0.bits = 16 },
    Row("no width", .damaged) { $0.width = 0 }, Row("no height", .damaged) { $0.height = 0 },
    Row("an unknown color", .damaged) { $0.color = 5 }, Row("an unknown number of bits", .damaged) { $0.bits = 3 },
    Row("colors of 4 bits", .damaged) { ($0.color, $0.bits) = (2, 4) },
    Row("too wide", .tooLarge) { $0.width = Bitmap.pixelLimit + 1 },
    Row("too high", .tooLarge) { $0.height = Bitmap.pixelLimit / 2 + 1 },
    Row("as large as a number can be", .tooLarge) { ($0.width, $0.height) = (0xFFFF_FFFF, 0xFFFF_FFFF) },
    Row("too few lines", .damaged) { $0.height = 2 }, Row("too many lines", .damaged) { $0.lines += [0] },
    Row("an unknown filter", .damaged) { $0.lines[0] = 5 }, Row("no palette", .damaged) { $0.color = 3 },
    Row("a color behind the palette", .damaged) {
      ($0.color, $0.palette, $0.lines) = (3, [1, 2, 3, 4, 5], [0, 0, 1])
    },
    Row("no compressed data", .damaged) { $0.compressed = [] },
    Row("other compressed data", .damaged) { $0.compressed = PNGFile.bees },
  ])
  func `What can't be drawn is refused with the reason`(row: Row) {
    #expect(throws: row.failure, "\(row.name)") { try Bitmap(row.file) }
  }

  @Test(
    arguments: [
      (1, 0, [0b0100_0000], [0, 0, 0], [255, 255, 255]), (2, 0, [0b0110_0000], [85, 85, 85], [170, 170, 170]),
      (4, 0, [0x3F], [51, 51, 51], [255, 255, 255]), (8, 0, [7, 9], [7, 7, 7], [9, 9, 9]),
      (1, 3, [0b0100_0000], [10, 20, 30], [40, 50, 60]), (8, 3, [1, 0], [40, 50, 60], [10, 20, 30]),
      (8, 2, [1, 2, 3, 4, 5, 6], [1, 2, 3], [4, 5, 6]), (8, 4, [1, 255, 2, 255], [1, 1, 1], [2, 2, 2]),
      (8, 6, [1, 2, 3, 255, 4, 5, 6, 255], [1, 2, 3], [4, 5, 6]),
    ] as [(Int, Int, [UInt8], [UInt8], [UInt8])])
  func `Each number of bits and each kind of color is decoded`(
    bits: Int, color: Int, line: [UInt8], left: [UInt8], right: [UInt8]
  ) throws {
    var file = PNGFile()
    (file.bits, file.color, file.lines, file.palette) = (bits, color, [0] + line, [10, 20, 30, 40, 50, 60])
    file.height = 2
    file.lines += [0] + line
    let both = [left, right].map { color in
      let text = color.map(String.init).joined(separator: ";")
      return "\u{1B}[38;2;\(text);48;2;\(text)m▀"
    }.joined()
    #expect(try Bitmap(file.bytes).lines(columns: 2, lines: 1) == [both + "\u{1B}[0m"])
  }
}

@Suite(.long) struct BitmapFuzzTests {
  @Test func `A file with changed, missing and further bytes is drawn or refused`() throws {
    var random = SplitMix(state: 12)
    var samples = [PNGFile(), PNGFile(), PNGFile()]
    (samples[1].width, samples[1].height, samples[1].color, samples[1].bits) = (8, 4, 3, 2)
    (samples[1].palette, samples[1].opacity) = (Array(0..<12), [0, 128])
    samples[1].lines = (0..<4).flatMap { [UInt8($0), 0x1B, 0xE4] }
    (samples[2].width, samples[2].height, samples[2].color, samples[2].compressed) = (30, 7, 2, PNGFile.bees)
    var drawn = 0
    for _ in 0..<6_000 {
      var file = samples[random.below(samples.count)].bytes
      for _ in 0..<random.below(4) where !file.isEmpty {
        let index = random.below(file.count)
        switch random.below(6) {
        case 0: file.removeSubrange(index..<min(file.count, index + random.below(9)))
        case 1: file.insert(contentsOf: file[index..<min(file.count, index + random.below(9))], at: index)
        default: file[index] = [0, 1, 0x7F, 0xFF, UInt8(random.below(256))][random.below(5)]
        }
      }
      do throws(Bitmap.Failure) {
        let lines = try Bitmap(file).lines(columns: 1 + random.below(20), lines: 1 + random.below(9))
        #expect(!lines.isEmpty)
        drawn += 1
      } catch {
        #expect([.damaged, .tooLarge, .format("PNG")].contains(error))
      }
    }
    #expect(drawn > 1_000)
  }
}
