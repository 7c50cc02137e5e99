import Testing

@testable import ReferenceBackend

@Suite struct Base64Tests {
  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
    ("foobar", "Zm9vYmFy"),
  ])
  func `The examples of RFC 4648 are encoded and decoded`(text: String, encoded: String) {
    #expect(Base64.encode(Array(text.utf8)) == encoded)
    #expect(Base64.decode(encoded) == Array(text.utf8))
  }

  @Test func `All bytes are encoded and decoded again`() {
    for count in 0..<260 {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }
      #expect(Base64.decode(Base64.encode(bytes)) == bytes)
    }
  }

  @Test(arguments: [
    "Z", "Zg", "Zg=", "Zg===", "=Zg=", "Z===", "====", "Zh==", "Zm9=", "Zm9v\n", "Zm-_", "Zm 9v", "Zg==Zg==",
  ])
  func `Text that isn't canonical Base64 is refused`(text: String) {
    #expect(Base64.decode(text) == nil)
  }
}
