import ColmeiaHTTP
import Testing

@Suite struct MediaTypeTests {
  @Test func `A type is parsed with its parameters, regardless of case and spaces`() {
    let type = MediaType(" Application/JSON ; Charset=\"UTF-8\";a=b=c;")
    #expect(type?.essence == "application/json")
    #expect(type?.parameters == ["charset": "utf-8", "a": "b=c"])
  }

  @Test(arguments: ["", "json", "a/", "/b", "a/b/c", "a/b; c=\"d\"e", ";", "a b/c", "a/b c", "a/b@"])
  func `Text that isn't a media type is refused`(text: String) { #expect(MediaType(text) == nil) }
}
