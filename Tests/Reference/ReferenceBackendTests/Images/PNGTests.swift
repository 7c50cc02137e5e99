import ReferenceEntities
import Testing

@testable import ReferenceBackend

@Suite struct PNGTests {
  /// The check values of both algorithms, and values from Python's zlib.
  @Test(arguments: [
    ("", 0, 1), ("a", 0xE8B7_BE43, 0x0062_0062), ("123456789", 0xCBF4_3926, 0x091E_01DE),
    ("IEND", 0xAE42_6082, 0x02D7_0121),
  ])
  func `The checksums match known values`(text: String, crc: UInt32, adler: UInt32) {
    #expect(CRC32.checksum(text.utf8) == crc)
    #expect(Adler32.checksum(text.utf8) == adler)
  }

  @Test func `The sums of Adler-32 don't exceed the modulus`() {
    #expect(Adler32.checksum([UInt8](repeating: 255, count: 100_000)) == 0x149A_302C)
  }

  @Test(arguments: [0, 1, 65_535, 65_536, 200_000])
  func `A stored stream contains its data`(count: Int) throws {
    let data = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    #expect(try unpack(Zlib.stored(data)) == data)
  }

  @Test func `A byte contains two pixels, and each row begins with its filter`() throws {
    let png = PNG.encode(size: 2, palette: [0x010203, 0xAABBCC], pixels: [0, 1, 1, 0])
    let chunks = try chunks(of: png)
    try #require(chunks.map(\.type) == ["IHDR", "PLTE", "IDAT", "IEND"])
    #expect(chunks[0].data == [0, 0, 0, 2, 0, 0, 0, 2, 4, 3, 0, 0, 0])
    #expect(chunks[1].data == [1, 2, 3, 0xAA, 0xBB, 0xCC])
    #expect(try unpack(chunks[2].data) == [0, 0x01, 0, 0x10])
    #expect(chunks[3].data == [])
  }

  /// All drawings were verified once with other decoders. This test keeps them unchanged.
  @Test func `The drawings have the same bytes on every platform`() throws {
    let all = [Breed.husky, .hound, .pug, .labrador].flatMap { breed in
      (1...DogPicture.count).map { DogPicture(breed: breed, number: $0).png }
    }
    #expect(all.map(\.count) == Array(repeating: 4_805, count: 48))
    #expect(SHA256.digest(all.joined()).hex == "adcfda50ca340f771bf71bd90d8f5211829be7aee4febb6bfae44084ae3d3d8e")
    for png in all { #expect(try unpack(try chunks(of: png)[2].data).count == 96 * 49) }
  }

  private struct Broken: Error {}

  private func chunks(of png: [UInt8]) throws -> [(type: String, data: [UInt8])] {
    var chunks: [(String, [UInt8])] = []
    var rest = png.dropFirst(8)
    while rest.count >= 12 {
      let length = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
      let content = rest.dropFirst(4).prefix(4 + length)
      let end = rest.dropFirst(8 + length)
      guard content.count == 4 + length, Array(end.prefix(4)) == BigEndian.bytes(CRC32.checksum(content)) else {
        throw Broken()
      }
      chunks.append((String(decoding: content.prefix(4), as: UTF8.self), Array(content.dropFirst(4))))
      rest = end.dropFirst(4)
    }
    guard rest.isEmpty else { throw Broken() }
    return chunks
  }

  private func unpack(_ stream: [UInt8]) throws -> [UInt8] {
    guard stream.count >= 11, (Int(stream[0]) << 8 | Int(stream[1])).isMultiple(of: 31), stream[0] == 0x78 else {
      throw Broken()
    }
    var data: [UInt8] = []
    var index = 2
    var isLast = false
    while !isLast {
      isLast = stream[index] == 1
      let length = Int(stream[index + 1]) | Int(stream[index + 2]) << 8
      guard stream[index + 3] == ~stream[index + 1], stream[index + 4] == ~stream[index + 2] else { throw Broken() }
      data += stream[(index + 5)..<(index + 5 + length)]
      index += 5 + length
    }
    guard Array(stream[index...]) == BigEndian.bytes(Adler32.checksum(data)) else { throw Broken() }
    return data
  }
}
