import Testing

@testable import ColmeiaHTTP

@Suite struct SHA256Tests {
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (
      "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
      "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
    ),
  ])
  func `SHA-256 matches the examples of FIPS 180-4`(text: String, hex: String) {
    #expect(SHA256.digest(text.utf8).hex == hex)
    #expect(engineHex([Array(text.utf8)]) == hex)
  }

  @Test func `SHA-256 is correct for a million letters "a" in pieces`() {
    let pieces = Array(repeating: [UInt8](repeating: UInt8(ascii: "a"), count: 1_000), count: 1_000)
    #expect(engineHex(pieces) == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
    var hash = SHA256()
    for piece in pieces { hash.update(piece) }
    #expect(hash.digest.hex == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
  }

  /// The expected value was computed with Python's hashlib. It is the digest of all digests.
  @Test func `SHA-256 is correct for every length up to 200 bytes`() {
    var chain = SHA256()
    for length in 0...200 { chain.update(SHA256.digest((0..<length).map { UInt8($0 % 251) }).bytes) }
    #expect(chain.digest.hex == "64ef7c229fce2408b5336b6a542fea0e078c3a87d2da85cb3fc52e2008b65021")
  }

  @Test func `The digest depends neither on how the bytes are split nor on their storage`() {
    let bytes = (0..<300).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    let whole = SHA256.digest(bytes)
    for first in stride(from: 0, through: 300, by: 13) {
      for second in stride(from: first, through: 300, by: 17) {
        var hash = SHA256()
        hash.update(bytes[..<first])
        _ = hash.digest  // reading the digest doesn't change the state
        hash.update(bytes[first..<second].lazy.map { $0 })
        hash.update(bytes[second...])
        #expect(hash.digest == whole)
      }
    }
  }

  private func engineHex(_ pieces: [[UInt8]]) -> String {
    var engine = SHA256Engine()
    for piece in pieces { piece.withUnsafeBytes { engine.update($0) } }
    return Hexadecimal.text(engine.digest)
  }
}
