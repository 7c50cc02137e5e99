import ColmeiaHTTP
import Testing

@Suite struct MD5Tests {
  @Test(arguments: [
    ("", "d41d8cd98f00b204e9800998ecf8427e"), ("a", "0cc175b9c0f1b6a831c399e269772661"),
    ("abc", "900150983cd24fb0d6963f7d28e17f72"), ("message digest", "f96b697d7cb7938d525a2f31aaf161d0"),
    ("abcdefghijklmnopqrstuvwxyz", "c3fcd3d76192e4007dfb496cca67e13b"),
    ("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789", "d174ab98d277d9f5a5611c2c9f419d9f"),
    (
      "12345678901234567890123456789012345678901234567890123456789012345678901234567890",
      "57edf4a22be3c955ac49da2e2107b67a"
    ),
  ])
  func `MD5 matches the examples of RFC 1321`(text: String, hex: String) {
    #expect(Hexadecimal.text(MD5.digest(Array(text.utf8))) == hex)
  }

  /// The expected value was computed with Python's hashlib. It is the digest of all digests.
  @Test func `MD5 is correct for every length up to 200 bytes`() {
    let digests = (0...200).flatMap { length in MD5.digest((0..<length).map { UInt8($0 % 251) }) }
    #expect(Hexadecimal.text(MD5.digest(digests)) == "d49382aaa96e2815f14079ed5a0a25a3")
  }
}
