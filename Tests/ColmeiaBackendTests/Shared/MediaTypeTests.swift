import Testing

@testable import ColmeiaBackend

@Suite struct MediaTypeTests {
  @Test func `A type is parsed with its parameters, regardless of case and spaces`() {
    let type = MediaType(" Application/JSON ; Charset=\"UTF-8\";a=b=c;")
    #expect(type?.essence == "application/json")
    #expect(type?.parameters == ["charset": "utf-8", "a": "b=c"])
  }

  @Test(arguments: ["", "json", "a/", "/b", "a/b/c", "a/b; c=\"d\"e", ";"])
  func `Text that isn't a media type is refused`(text: String) { #expect(MediaType(text) == nil) }

  @Test func `A UUID contains its version and is recognized in either case`() {
    #expect(UUIDText.versionFour(Array(repeating: 255, count: 20)) == "ffffffff-ffff-4fff-bfff-ffffffffffff")
    #expect(UUIDText.versionFour(Array(0...15)) == "00010203-0405-4607-8809-0a0b0c0d0e0f")
    #expect(UUIDText.accepts("00010203-0405-4607-8809-0A0B0C0D0E0F"))
    for text in ["", "temp-id", "00010203-0405-4607-8809-0a0b0c0d0e0g", "00010203040546078809-0a0b0c0d0e0f---"] {
      #expect(!UUIDText.accepts(text))
    }
  }
}
