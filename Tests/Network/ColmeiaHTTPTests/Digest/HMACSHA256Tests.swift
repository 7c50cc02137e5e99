import ColmeiaHTTP
import Testing

@Suite struct HMACSHA256Tests {
  struct Vector: Sendable {
    var key: [UInt8]
    var message: [UInt8]
    var hex: String
  }

  @Test(arguments: [
    Vector(
      key: bytes(0x0b, 20), message: Array("Hi There".utf8),
      hex: "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"),
    Vector(
      key: Array("Jefe".utf8), message: Array("what do ya want for nothing?".utf8),
      hex: "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"),
    Vector(
      key: bytes(0xaa, 20), message: bytes(0xdd, 50),
      hex: "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"),
    Vector(
      key: Array(1...25), message: bytes(0xcd, 50),
      hex: "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b"),
    Vector(
      key: bytes(0x0c, 20), message: Array("Test With Truncation".utf8), hex: "a3b6167473100ee06e0c796c2955552b"),
    Vector(
      key: bytes(0xaa, 131), message: Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
      hex: "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"),
    Vector(
      key: bytes(0xaa, 131),
      message: Array(
        ("This is a test using a larger than block-size key and a larger than block-size data. The key needs to be "
          + "hashed before being used by the HMAC algorithm.").utf8),
      hex: "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2"),
  ])
  func `HMAC-SHA-256 matches the examples of RFC 4231`(vector: Vector) {
    #expect(HMACSHA256.code(of: vector.message, key: vector.key).hex.hasPrefix(vector.hex))
    var code = HMACSHA256(key: vector.key)
    for byte in vector.message {
      _ = code.code  // reading the code doesn't change the state
      code.update([byte])
    }
    #expect(code.code.hex.hasPrefix(vector.hex))
  }

  @Test func `A key of one block is used unchanged, and a longer key is hashed`() {
    let block = bytes(7, 64)
    #expect(HMACSHA256.code(of: [1], key: block) != HMACSHA256.code(of: [1], key: SHA256.digest(block).bytes))
    let long = bytes(7, 65)
    #expect(HMACSHA256.code(of: [1], key: long) == HMACSHA256.code(of: [1], key: SHA256.digest(long).bytes))
  }
}

private func bytes(_ byte: UInt8, _ count: Int) -> [UInt8] { Array(repeating: byte, count: count) }
