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

  @Test(
    arguments: [
      ("a/b", true), ("a/b;q=1", true), ("a/b;q=1.000", true), ("a/b; q=0.001", true), ("a/b;q=0", false),
      ("a/b;q=0.000", false), ("a/b;q=inf", false), ("a/b;q=nan", false), ("a/b;q=-1", false), ("a/b;q=+1", false),
      ("a/b;q=2", false), ("a/b;q=1e1", false), ("a/b;q=0x1", false), ("a/b;q=0.0001", false), ("a/b;q=1.001", false),
      ("a/b;q=", false), ("a/b;q=１", false), ("a/*;q=1, a/b;q=x", false), ("*/*;q=0.5", true), ("c/d", false),
    ] as [(String, Bool)])
  func `A weight is a number from 0 to 1 with three decimals, and an invalid one counts as 0`(
    accept: String, isAdmitted: Bool
  ) { #expect(MediaType.admits("a/b", in: [accept]) == isAdmitted) }
}
