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

  @Test(arguments: [
    (0, "1970-01-01T00:00:00Z"), (1_566_825_569, "2019-08-26T13:19:29Z"), (1_709_164_800, "2024-02-29T00:00:00Z"),
    (ISODate.latest, "9999-12-31T23:59:59Z"),
  ])
  func `A point in time is written in seconds and parsed again`(seconds: Int, text: String) {
    #expect(ISODate.secondsText(seconds) == text)
    #expect(ISODate.seconds(text) == seconds)
  }

  @Test(arguments: [
    "", "2019-08-26T13:19:29", "2019-08-26T13:19:29.000Z", "2019-02-29T00:00:00Z", "2019-13-01T00:00:00Z",
    "2019-00-01T00:00:00Z", "2019-01-01T24:00:00Z", "2019-01-01 00:00:00Z", "1969-12-31T23:59:59Z",
    "9999-12-31T23:59:60Z", "+019-01-01T00:00:00Z", "1970-1-999999999:0:0", "２019-01-01T00:00Z",
  ])
  func `Text that isn't a point in time is refused`(text: String) { #expect(ISODate.seconds(text) == nil) }

  @Test func `A UUID contains its version and is recognized in either case`() {
    #expect(UUIDText.versionFour(Array(repeating: 255, count: 20)) == "ffffffff-ffff-4fff-bfff-ffffffffffff")
    #expect(UUIDText.versionFour(Array(0...15)) == "00010203-0405-4607-8809-0a0b0c0d0e0f")
    #expect(UUIDText.accepts("00010203-0405-4607-8809-0A0B0C0D0E0F"))
    for text in ["", "temp-id", "00010203-0405-4607-8809-0a0b0c0d0e0g", "00010203040546078809-0a0b0c0d0e0f---"] {
      #expect(!UUIDText.accepts(text))
    }
  }
}
