import ColmeiaHTTP
import Testing

@Suite struct HTTPTests {
  @Test func `Header field names are case-insensitive`() {
    var headers: HTTPHeaders = ["Content-Type": "application/json", "access-token": "a", "ACCESS-TOKEN": "b"]
    #expect(headers["content-type"] == "application/json")
    #expect(headers["Access-Token"] == "a")
    #expect(headers.values(of: "Access-token") == ["a", "b"])
    headers["ACCESS-token"] = "c"
    #expect(headers.fields == [.init("Content-Type", "application/json"), .init("ACCESS-token", "c")])
    headers["content-type"] = nil
    headers.add("Accept", "*/*")
    #expect(headers.fields.map(\.name) == ["ACCESS-token", "Accept"])
    #expect(headers["[ontent-type"] == nil)
  }

  @Test(arguments: [
    ("a<b>&\"'\u{1}\u{FFFE}é🐝", "a&lt;b&gt;&amp;&quot;'\u{FFFD}\u{FFFD}é🐝", nil),
    ("a\r\n\tb", "a&#13;\n\tb", "a&#13;&#10;&#9;b"),
  ]) func `Escaped text is valid XML, whatever it contains`(text: String, element: String, attribute: String?) {
    #expect(XMLText.escape(text) == element)
    #expect(XMLText.escape(text, isAttribute: true) == attribute ?? element)
  }

  @Test func `Neither a description nor a mirror shows a secret`() {
    let request = HTTPRequest(
      .post, origin: "http://127.0.0.1:1", path: "/users/login", query: "token=hidden",
      headers: ["Token": "hidden", "Accept": "*/*"], body: Array("hidden".utf8))
    let response = HTTPResponse(200, headers: ["Set-Cookie": "hidden"], body: Array("hidden".utf8))
    var dumped = "\(request) \(response) \(request.headers) \(String(reflecting: request.headers))"
    dump(request, to: &dumped)
    dump(response, to: &dumped)
    #expect(!dumped.contains("hidden"))
    #expect(dumped.contains("Accept: */*"))
    #expect("\(request)" == "POST /users/login")
    #expect("\(response)" == "200, 6 bytes")
  }

  @Test(
    arguments: [
      ([("A", "1"), ("B", "2"), ("a", "3")], [("A", "1, 3"), ("B", "2")]), ([], []),
      (
        [("Set-Cookie", "a=1; expires=Thu, 01 Jan 2026 00:00:00 GMT; path=/, b=2"), ("set-cookie", "c=3")],
        [
          ("Set-Cookie", "a=1; expires=Thu, 01 Jan 2026 00:00:00 GMT; path=/"), ("Set-Cookie", "b=2"),
          ("set-cookie", "c=3"),
        ]
      ),
      ([("Set-Cookie", "a=x,y, z; path=/,b=2")], [("Set-Cookie", "a=x,y, z; path=/"), ("Set-Cookie", "b=2")]),
      ([("Set-Cookie", ",")], [("Set-Cookie", ",")]),
    ] as [([(String, String)], [(String, String)])])
  func `Fields of the same name are joined, apart from cookies`(fields: [(String, String)], joined: [(String, String)])
  {
    let headers = { (fields: [(String, String)]) in HTTPHeaders(fields.map { HTTPHeaders.Field($0, $1) }) }
    #expect(headers(fields).joined == headers(joined))
    #expect(headers(joined).joined == headers(joined))
  }

  @Test func `A request returns its URL, path segments, and query items`() {
    let request = HTTPRequest(
      .get, origin: "http://h", path: "/a%20b/%C3%A3", query: HTTPQueryItem.query([.init("ç", "1&2"), .init("e", "")]))
    #expect(request.url == "http://h/a%20b/%C3%A3?%C3%A7=1%262&e=")
    #expect(request.segments == ["a b", "ã"])
    #expect(request.queryItems == [.init("ç", "1&2"), .init("e", "")])
    #expect(HTTPRequest(.get, path: "/%zz").segments == nil)
    #expect(HTTPRequest(.get, path: "/", query: "a=%f").queryItems == nil)
    #expect(HTTPRequest(.get, path: "/").queryItems == [])
    #expect(HTTPQueryItem.parse("flag&b=1=2") == [.init("flag", ""), .init("b", "1=2")])
    #expect(HTTPQueryItem.query([]) == nil)
  }

  @Test(arguments: ["", "a b", "100%", "ã/é?&=+#", "😀", "\u{0}\u{7f}"])
  func `Decoding percent-encoded text restores the original`(text: String) {
    let encoded = PercentEncoding.encode(text)
    #expect(encoded.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f })
    #expect(PercentEncoding.decode(encoded) == text)
  }

  @Test(arguments: ["%", "%4", "%4g", "%ff", "a%C3", "%C3%28"])
  func `Invalid percent-encoding or UTF-8 is rejected`(text: String) { #expect(PercentEncoding.decode(text) == nil) }
}
