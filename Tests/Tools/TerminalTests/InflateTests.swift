import Foundation
import TestSupport
import Testing

@testable import Terminal

@Suite struct InflateTests {
  private static let bees = (0..<60).map { "\($0 * $0 % 97) abelha\($0 % 3 == 0 ? "" : "s")\n" }.joined()
  private static let fixed: [UInt8] = [
    0x4B, 0x4C, 0x2A, 0x4A, 0x4C, 0x4E, 0x4C, 0x49, 0x04, 0x52, 0x0A, 0x89, 0xA3, 0xEC,
    0x61, 0xC7, 0x06, 0x00,
  ]

  @Test(arguments: [
    (PNGFile.bees, bees), (fixed, String(repeating: "abracadabra ", count: 40)), (PNGFile.stored([]), ""),
    (PNGFile.stored(Array("bee".utf8)), "bee"), ([0, 1, 0, 0xFE, 0xFF, 0x62] + PNGFile.stored([0x65]), "be"),
  ])
  func `Data is decompressed`(data: [UInt8], text: String) throws {
    #expect(try Inflate.bytes(data[...], limit: text.utf8.count) == Array(text.utf8))
    if !text.isEmpty {
      #expect(throws: Inflate.Failure.tooLong) { try Inflate.bytes(data[...], limit: text.utf8.count - 1) }
    }
    for count in 0..<data.count {
      #expect(throws: Inflate.Failure.damaged) { try Inflate.bytes(data[..<count], limit: text.utf8.count) }
    }
  }

  @Test(
    arguments: [
      [7],  // a kind of block that doesn't exist
      [1, 1, 0, 0, 0, 7],  // a length that doesn't match its complement
      [0x63, 0x00, 0x02],  // a distance before the beginning
    ] as [[UInt8]])
  func `Damaged data is refused`(data: [UInt8]) {
    #expect(throws: Inflate.Failure.damaged) { try Inflate.bytes(data[...], limit: 100) }
  }
}

@Suite(.long) struct InflateFuzzTests {
  @Test func `Random and changed data is decompressed or refused`() throws {
    var random = SplitMix(state: 11)
    var decompressed = 0
    for run in 0..<6_000 {
      var data = run % 3 == 0 ? (0..<random.below(80)).map { _ in UInt8(random.below(256)) } : PNGFile.bees
      for _ in 0..<random.below(4) where !data.isEmpty { data[random.below(data.count)] = UInt8(random.below(256)) }
      do throws(Inflate.Failure) {
        let bytes = try Inflate.bytes(data[...], limit: 1_000)
        #expect(bytes.count <= 1_000)
        decompressed += 1
      } catch {
        #expect([.damaged, .tooLong].contains(error))
      }
    }
    #expect(decompressed > 500)
  }
}
