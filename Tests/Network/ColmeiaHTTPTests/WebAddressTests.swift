import TestSupport
import Testing

@testable import ColmeiaHTTP

@Suite struct WebAddressTests {
  private static let good: [(String, String, String, String?, String?)] = [
    ("http://h", "http://h", "/", nil, nil),
    ("HTTPS://Example.COM:443/A/b", "https://example.com", "/A/b", nil, nil),
    ("http://h:80/", "http://h", "/", nil, nil),
    ("http://h:443", "http://h:443", "/", nil, nil),
    ("http://h:/a", "http://h", "/a", nil, nil),
    ("http://127.0.0.1:8080/a?b=c&d#e?f", "http://127.0.0.1:8080", "/a", "b=c&d", "e?f"),
    ("http://[::1]:90/a%20b?", "http://[::1]:90", "/a%20b", "", nil),
    ("https://h?q=/?#", "https://h", "/", "q=/?", ""),
  ]

  @Test(arguments: good) func `An address is parsed into its parts`(
    text: String, origin: String, path: String, query: String?, fragment: String?
  ) throws {
    let address = try #require(WebAddress(rawValue: text))
    #expect(address.origin == origin)
    #expect(address.path == path)
    #expect(address.query == query)
    #expect(address.fragment == fragment)
    #expect(address.rawValue == text)
  }

  @Test(arguments: [
    "", "h", "/a", "http:", "http://", "http:///a", "http:/h", "ftp://h", "mailto:a", "http://h:x", "http://h:65536",
    "http://h:-1", "http://u@h", "http://u:p@h/", "http://h/a b", "http://h/ã", "http://h/%", "http://h/%4",
    "http://h/%zz",
    "http://h/a\u{0}", "http://h/a\r\nb", "http://[::1", "http://[h]/", "http://[::1]x/", "http://[fe80::1%25x]/",
    "http://h\\a", "http://h/\"", "http://h/<a>", "http://h#a#b", " http://h", "http://h/\u{301}", "httpſ://h",
    "http://\u{301}h", "http://h?\u{301}", "http://h#\u{301}", "http://[::1]\u{301}/", "http://h:\u{301}80/",
  ])
  func `Anything but an absolute web address is rejected`(text: String) { #expect(WebAddress(rawValue: text) == nil) }

  @Test func `The description omits the query`() {
    #expect(WebAddress(rawValue: "http://h/a?token=hidden#b").map { "\($0)" } == "http://h/a")
  }

  /// The examples of RFC 3986 §5.4, with `;` as an ordinary character and without fragments.
  @Test(arguments: [
    ("::", true), ("::1", true), ("1::", true), ("1:2:3:4:5:6:7:8", true), ("1:2:3:4:5:6:7::", true),
    ("::2:3:4:5:6:7:8", true),
    ("fe80::ABCD:1", true), ("::ffff:127.0.0.1", true), ("1:2:3:4:5:6:1.2.3.4", true), ("::1.2.3.4", true),
    ("", false), (":", false), (":::", false), ("1", false), ("1:2:3:4:5:6:7", false), ("1:2:3:4:5:6:7:8:9", false),
    ("1::2::3", false), ("1:2:3:4:5:6:7::8", false), ("12345::", false), ("g::", false), ("::1.2.3", false),
    ("::1.2.3.256", false), ("::01.2.3.4", false), ("1.2.3.4::", false), ("1.2.3.4", false), ("::1%251", false),
    ("1:2:3:4:5:6:7:1.2.3.4", false), (":1::", false), ("::1:", false),
  ]) func `An address in brackets is one of IPv6`(text: String, isAddress: Bool) {
    #expect((WebAddress(rawValue: "http://[\(text)]:80/") != nil) == isAddress)
    #expect((HostField("[\(text)]") != nil) == isAddress)
  }

  private static let references: [(String, String)] = [
    ("http:g", ""), ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"), ("/g", "http://a/g"),
    ("//g", "http://g/"), ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"), ("#s", "http://a/b/c/d;p?q"),
    ("g#s", "http://a/b/c/g"), (";x", "http://a/b/c/;x"), ("g;x?y#s", "http://a/b/c/g;x?y"), ("", "http://a/b/c/d;p?q"),
    (".", "http://a/b/c/"), ("./", "http://a/b/c/"), ("..", "http://a/b/"), ("../", "http://a/b/"),
    ("../g", "http://a/b/g"),
    ("../..", "http://a/"), ("../../", "http://a/"), ("../../g", "http://a/g"), ("../../../g", "http://a/g"),
    ("/./g", "http://a/g"), ("/../g", "http://a/g"), ("g.", "http://a/b/c/g."), (".g", "http://a/b/c/.g"),
    ("..g", "http://a/b/c/..g"), ("./../g", "http://a/b/g"), ("./g/.", "http://a/b/c/g/"),
    ("g/./h", "http://a/b/c/g/h"),
    ("g/../h", "http://a/b/c/h"), ("g?y/../x", "http://a/b/c/g?y/../x"), ("https://z/q", "https://z/q"), ("g:h", ""),
    ("https://z/a/../q/./r?./s", "https://z/q/r?./s"), ("//g/a/..", "http://g/"), ("%2e%2E/g", "http://a/b/g"),
    (".%2e/g", "http://a/b/g"), ("/%2E/g", "http://a/g"), ("%2e%2e%2e/g", "http://a/b/c/%2e%2e%2e/g"),
    ("%2", ""), ("//g//a/../b", "http://g//b"),
  ]

  @Test(arguments: references) func `A reference is resolved according to RFC 3986`(reference: String, expected: String)
    throws
  {
    let base = try #require(WebAddress(rawValue: "http://a/b/c/d;p?q"))
    let resolved = base.resolve(reference)
    #expect(resolved.map { $0.origin + $0.path + ($0.query.map { "?" + $0 } ?? "") } ?? "" == expected)
  }

  @Test func `Any parsed address can be reassembled from its parts`() {
    var random = SplitMix(state: 11)
    let pieces = [
      "http", "s", "://", "h", "[", "]", "::1", ":", "80", "/", "?", "#", "%41", "%", "..", ".", "ã", " ", "@", "\n",
      "\u{301}",
    ]
    var count = 0
    for _ in 0..<20_000 {
      let text =
        "http://"
        + (0..<Int.random(in: 0..<8, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
      guard let address = WebAddress(rawValue: text) else { continue }
      count += 1
      let parts =
        address.origin + address.path + (address.query.map { "?" + $0 } ?? "")
        + (address.fragment.map { "#" + $0 } ?? "")
      let again = WebAddress(rawValue: parts)
      #expect(again?.origin == address.origin)
      #expect(again?.path == address.path)
      #expect(again?.query == address.query)
      #expect(again?.fragment == address.fragment)
      #expect(parts.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F })
      // A path that begins with two slashes would be a reference to another host.
      if !address.path.hasPrefix("//") { #expect(address.resolve(address.path)?.origin == address.origin) }
    }
    #expect(count > 1_000)
  }
}
