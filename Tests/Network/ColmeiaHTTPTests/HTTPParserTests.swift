import TestSupport
import Testing

@testable import ColmeiaHTTP

@Suite(.long) struct HTTPParserTests {
  typealias Arrival = HTTPRequestParser.Arrival

  /// Returns all requests in `text`, parsed from pieces of these sizes, and the refusal that ends them.
  static func parse(_ text: String, pieces: [Int] = [], limits: HTTPRequestLimits = HTTPRequestLimits()) -> (
    [Arrival], RequestRefusal?
  ) {
    var parser = HTTPRequestParser(limits: limits)
    var (arrivals, rest, pieces): ([Arrival], ArraySlice<UInt8>, ArraySlice<Int>) = (
      [], Array(text.utf8)[...], pieces[...]
    )
    do throws(RequestRefusal) {
      while !rest.isEmpty {
        let count = max(1, pieces.popFirst() ?? rest.count)
        parser.feed(rest.prefix(count))
        rest = rest.dropFirst(count)
        while let arrival = try parser.next() { arrivals.append(arrival) }
      }
      return (arrivals, nil)
    } catch { return (arrivals, error) }
  }

  @Test func `A request is parsed completely: line, fields and body`() {
    let text =
      "\r\nPOST /a%20b?c=d HTTP/1.1\r\nHost: h\r\nX-Y:  z \r\nContent-Length: 3\r\n\r\nabcGET / HTTP/1.0\r\n\r\n"
    let (arrivals, refusal) = Self.parse(text)
    #expect(refusal == nil)
    #expect(
      arrivals == [
        Arrival(
          request: HTTPRequest(
            .post, path: "/a%20b", query: "c=d", headers: ["Host": "h", "X-Y": "z", "Content-Length": "3"],
            body: Array("abc".utf8)), keepsAlive: true),
        Arrival(request: HTTPRequest(.get, path: "/"), keepsAlive: false, isOld: true),
      ])
  }

  @Test func `A chunked body is joined, ignoring extensions and trailers`() throws {
    let head = "PUT / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n"
    let (arrivals, refusal) = Self.parse(head + "3;x=1\r\nabc\r\n0A\r\n0123456789\r\n0\r\nT: x\r\n\r\n")
    #expect(refusal == nil)
    try #require(arrivals.map(\.request.body) == [Array("abc0123456789".utf8)])
    #expect(arrivals[0].request.headers["Transfer-Encoding"] == nil)
  }

  @Test(arguments: ["close", "TE,\tclose", "TE , close", "te,CLOSE\t"])
  func `A connection ends after a request with the option close`(options: String) {
    #expect(Self.parse("GET / HTTP/1.1\r\n\(Self.h)Connection: \(options)\r\n\r\n").0.map(\.keepsAlive) == [false])
  }

  static let h = "Host: h\r\n"
  @Test(arguments: [
    ("GET /\r\n\r\n", 400), ("GET / HTTP/1.1\r\n\r\n", 400), ("GET / HTTP/1.1\r\n\(h)\(h)\r\n", 400),
    ("GET / HTTP/2.0\r\n\(h)\r\n", 505), ("GET / HTTP/0.9\r\n\(h)\r\n", 505), ("GET / HTTP/1.10\r\n\(h)\r\n", 400),
    ("GET / http/1.1\r\n\(h)\r\n", 400), ("GET / HTTP/1.\r\n\(h)\r\n", 400),
    ("G T / HTTP/1.1\r\n\(h)\r\n", 400), ("GET / HTTP/1.1\n\(h)\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\n\(h)X : y\r\n\r\n", 400), ("GET / HTTP/1.1\r\n\(h)X: y\r\n folded\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\n\(h)X: \u{1}\r\n\r\n", 400), ("GET ftp://x HTTP/1.1\r\n\(h)\r\n", 400),
    ("POST / HTTP/1.1\r\n\(h)Content-Length: 1\r\nContent-Length: 1\r\n\r\n", 400),
    ("POST / HTTP/1.1\r\n\(h)Content-Length: +1\r\n\r\n", 400),
    ("POST / HTTP/1.1\r\n\(h)Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n", 400),
    ("POST / HTTP/1.1\r\n\(h)Transfer-Encoding: gzip\r\n\r\n", 501),
    ("POST / HTTP/1.1\r\n\(h)Content-Length: 99999999999\r\n\r\n", 413),
    ("POST / HTTP/1.1\r\n\(h)Transfer-Encoding: chunked\r\n\r\nxyz\r\n", 400),
    ("POST / HTTP/1.1\r\n\(h)Transfer-Encoding: chunked\r\n\r\n2\r\nabc\r\n", 400),
    ("POST / HTTP/1.1\r\n\(h)Transfer-Encoding: chunked\r\n\r\n1 2\r\n", 400),
    ("POST / HTTP/1.1\r\n\(h)Transfer-Encoding: chunked\r\n\r\nFFFFFFF\r\n", 413),
    ("POST / HTTP/1.1\r\n\(h)Expect: x\r\n\r\n", 417),
    ("GET /" + String(repeating: "a", count: 20_000), 414),
    ("GET / HTTP/1.1\r\nX: " + String(repeating: "a", count: 20_000), 431),
    ("GET / HTTP/1.1\r\n\(h)" + String(repeating: "X: y\r\n", count: 101) + "\r\n", 431), ("\u{0}\u{0}\r\n\r\n", 400),
  ])
  func `Invalid and oversized requests are refused with the expected status`(text: String, status: Int) {
    let (arrivals, refusal) = Self.parse(text)
    #expect(arrivals == [])
    #expect(refusal?.status == status)
    #expect(Self.parse(text, pieces: Array(repeating: 1, count: 30_000)).1 == refusal)
  }

  @Test(arguments: [
    "", " ", "a b", "a/b", "a@b", "a:x", "a:65536", "a:1:2", "é", "a?b", "[::1", "[]", "[g::1]", "::1", "%4", "%zz",
    ":80",
    "[::1]x", String(repeating: "a", count: 256),
  ])
  func `An invalid Host field is refused`(host: String) {
    #expect(Self.parse("GET / HTTP/1.1\r\nHost: \(host)\r\n\r\n").1?.status == 400)
    #expect(Self.parse("GET / HTTP/1.0\r\nHost: \(host)\r\n\r\n").1?.status == 400)
  }

  @Test(arguments: ["h", "H.example.", "127.0.0.1:80", "[::1]:8080", "[::ffff:1.2.3.4]", "a_b~!$&'()*+,;=%4a", "h:"])
  func `A valid Host field is accepted`(host: String) {
    #expect(Self.parse("GET / HTTP/1.1\r\nHost: \(host)\r\n\r\n").0.map { $0.request.headers["Host"] } == [host])
  }

  @Test(arguments: [2, 9]) func `A later version of HTTP/1 is served as 1.1`(minor: Int) {
    let arrivals = Self.parse("GET / HTTP/1.\(minor)\r\n\(Self.h)\r\n").0
    #expect(arrivals == [Arrival(request: HTTPRequest(.get, path: "/", headers: ["Host": "h"]), keepsAlive: true)])
  }

  @Test func `The host of an absolute target overrides the Host field`() {
    let (arrivals, _) = Self.parse("GET http://other:1/a HTTP/1.1\r\n\(Self.h)\r\n")
    #expect(arrivals.map { $0.request.headers["Host"] } == ["other:1"])
    #expect(Self.parse("GET http://o@h/a HTTP/1.1\r\n\(Self.h)\r\n").1?.status == 400)
    // With HTTP/1.0, it need not be repeated.
    let old = Self.parse("GET http://other:1/a HTTP/1.0\r\n\r\n").0
    #expect(old.map { $0.request.headers["Host"] } == ["other:1"])
    #expect(Self.parse("GET http://o@h/a HTTP/1.0\r\n\r\n").1?.status == 400)
    #expect(Self.parse("GET /a HTTP/1.0\r\n\r\n").0.map { $0.request.headers["Host"] } == [nil])
    #expect(Self.parse("GET http://h/a HTTP/1.1\r\n\r\n").1?.status == 400)
  }

  static let chunked = "PUT / HTTP/1.1\r\n\(h)Transfer-Encoding: chunked\r\n\r\n"
  @Test(arguments: [
    "\n", "GET / HTTP/1.1\n", "GET / HTTP/1.1\rH", "GET / HTTP/1.1\r\n\(h)X: a\n", "\(chunked)3;a\rb",
    "\(chunked)3;a\n",
    "\(chunked)3\r\nabc\n", "\(chunked)0\r\nT: a\rb", "\(chunked)3;\u{1}\r\n",
  ])
  func `An incomplete line ending is refused immediately`(text: String) {
    #expect(Self.parse(text).1?.status == 400)
    #expect(Self.parse(text, pieces: Array(repeating: 1, count: 200)).1?.status == 400)
  }

  @Test func `An absolute target is converted to its path`() {
    #expect(Self.parse("GET http://h:1/a?b HTTP/1.1\r\n\(Self.h)\r\n").0.map(\.request.target) == ["/a?b"])
    #expect(Self.parse("GET http://h HTTP/1.1\r\n\(Self.h)\r\n").0.map(\.request.target) == ["/"])
  }

  @Test func `A request that expects 100 Continue is reported`() throws {
    var parser = HTTPRequestParser()
    parser.feed(Array("POST / HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 1\r\n\r\n".utf8)[...])
    #expect(try parser.next() == nil)
    #expect(parser.expectsContinue)
    parser.noteContinue()
    parser.feed([65][...])
    #expect(try parser.next()?.request.body == [65])
    #expect(!parser.expectsContinue)
  }

  @Test func `Mutated requests give the same result in any pieces and never crash the parser`() {
    let texts = [
      "GET /feed?category=husky HTTP/1.1\r\nHost: h\r\nAuthorization: t\r\n\r\n",
      "POST /users HTTP/1.1\r\nHost: h\r\nContent-Length: 12\r\nConnection: close\r\n\r\n{\"a\":\"\r\n\r\n\"}",
      "PUT /x HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab\r\nc\r\n3;e\r\n123\r\n0\r\nT: 1\r\n\r\n",
    ]
    var random = SplitMix(state: 3)
    let pieces = Array("\r\n: 0aG\u{0}/;%".utf8)
    for _ in 0..<1_500 {
      var bytes = Array((0...random.below(2)).map { _ in texts[random.below(texts.count)] }.joined().utf8)
      for _ in 0..<random.below(4) {
        let index = random.below(bytes.count)
        switch random.below(3) {
        case 0: bytes[index] = pieces[random.below(pieces.count)]
        case 1: bytes.remove(at: index)
        default: bytes.insert(pieces[random.below(pieces.count)], at: index)
        }
      }
      let text = String(decoding: bytes, as: UTF8.self)
      let whole = Self.parse(text)
      let cut = Self.parse(text, pieces: (0..<bytes.count).map { _ in 1 + random.below(7) })
      #expect(whole.0 == cut.0 && whole.1 == cut.1)
    }
  }
}
