import Testing

@testable import ColmeiaSecrets

@Suite struct PlaceholderTests {
  @Test(
    arguments: [
      ("abc", "abc", [:]), ("abc", "abd", nil), ("<token 1>", "xyz", ["<token 1>": "xyz"]), ("<token 1>", "", nil),
      ("a<token 1>c", "abc", ["<token 1>": "b"]), ("a<token 1>c", "abd", nil), ("a<token 1>", "b", nil),
      ("<a 1>-<b 2>", "x-y-z", ["<a 1>": "x", "<b 2>": "y-z"]), ("<a 1>-<a 1>", "x-x", ["<a 1>": "x"]),
      ("<a 1><b 2>", "xyz", ["<a 1>": "x", "<b 2>": "yz"]), ("<a 1><known 1>", "xyk", ["<a 1>": "xy"]),
      ("<a 1><b 2>", "x", nil), ("<a 1>-<a 1>", "x-y", nil), ("<known 1>!", "k!", ["<known 1>": "k"]),
      ("<known 1>!", "l!", nil),
      ("<no>", "<no>", [:]), ("<no 1", "<no 1", [:]), ("<1 a>", "x", nil), ("<<a 1>", "<x", ["<a 1>": "x"]),
      ("<a 1>", "<a 1>", ["<a 1>": "<a 1>"]), ("é<a 1>🐝", "éx🐝", ["<a 1>": "x"]),
      ("\u{E9}", "e\u{301}", nil), ("\u{E9}<a 1>", "e\u{301}x", nil), ("\r<a 1>", "\r\nx", ["<a 1>": "\nx"]),
    ] as [(String, String, [String: String]?)])
  func `A placeholder matches any nonempty text, and the same one each time`(
    recorded: String, text: String, found: [String: String]?
  ) {
    var bindings = ["<known 1>": "k"]
    let matches = Placeholder.matches(recorded, text, &bindings)
    #expect(matches == (found != nil))
    if let found { #expect(bindings == found.merging(["<known 1>": "k"]) { $1 }) }
  }

  @Test func `Known placeholders are filled in, and unknown ones are unchanged`() {
    #expect(Placeholder.filled("a <a 1> <b 1> <a 1>", ["<a 1>": "x"]) == "a x <b 1> x")
  }
}
