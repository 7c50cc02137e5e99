import Testing

@testable import ReferenceBackend

@Suite struct UUIDTextTests {
  @Test func `A UUID contains its version and is recognized in either case`() {
    #expect(UUIDText.versionFour(Array(repeating: 255, count: 20)) == "ffffffff-ffff-4fff-bfff-ffffffffffff")
    #expect(UUIDText.versionFour(Array(0...15)) == "00010203-0405-4607-8809-0a0b0c0d0e0f")
    #expect(UUIDText.accepts("00010203-0405-4607-8809-0A0B0C0D0E0F"))
    for text in ["", "temp-id", "00010203-0405-4607-8809-0a0b0c0d0e0g", "00010203040546078809-0a0b0c0d0e0f---"] {
      #expect(!UUIDText.accepts(text))
    }
  }
}
