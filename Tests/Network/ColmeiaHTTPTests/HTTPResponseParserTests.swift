import ColmeiaHTTP
import TestSupport
import Testing

@Suite(.long) struct HTTPResponseParserTests {
  struct Reading: Equatable {
    var head: HTTPResponse?
    var body: String
    var fault: ResponseFault?
    /// Whether the response has an end of its own.
    var isOver: Bool
    /// Whether the response is complete when the connection has ended.
    var isComplete = false
  }

  /// Reads the bytes in pieces of this size, and then ends the connection.
  static func read(_ text: String, pieces: Int = .max, isHead: Bool = false) -> Reading {
    let bytes = Array(text.utf8)
    var reader = HTTPResponseParser(isHead: isHead)
    var (body, start): ([UInt8], Int) = ([], 0)
    var result = Reading(body: "", isOver: false)
    do throws(ResponseFault) {
      while start < bytes.count {
        let end = start + min(pieces, bytes.count - start)
        try reader.receive(bytes[start..<end], into: &body)
        start = end
      }
      result.isOver = reader.isOver
      result.isComplete = reader.end()
    } catch { result.fault = error }
    (result.head, result.body) = (reader.head, String(decoding: body, as: UTF8.self))
    return result
  }

  static let answers: [(String, body: String, isOver: Bool)] = [
    ("HTTP/1.1 200 OK\r\n\r\nall until the end", "all until the end", false),
    ("HTTP/1.0 200 OK\r\n\r\nold", "old", false), ("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabcdef", "abc", true),
    ("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", "", true),
    ("HTTP/1.1 200\r\nContent-Length: 1\r\n\r\na", "a", true),
    (
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0A\r\n0123456789\r\n0\r\n\r\n", "abc0123456789",
      true
    ),
    (
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: Chunked\r\n\r\n1;a=b;c=\"d\"\r\nx\r\n2 ; e\r\nyz\r\n000\r\nT: 1\r\nU: 2\r\n\r\nrest",
      "xyz", true
    ),
    (
      "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\na",
      "a", true
    ),
    ("HTTP/1.1 204 No Content\r\nTransfer-Encoding: chunked\r\n\r\n", "", true),
    ("HTTP/1.1 304 Not Modified\r\nContent-Length: 7\r\n\r\n", "", true),
    (ok + "Content-Length: 3\r\nContent-Length: 3\r\n\r\nabcd", "abc", true),
    (ok + "Content-Length: 3 ,\t3\r\nContent-Length: 03\r\n\r\nabcd", "abc", true),
    ("HTTP/1.1 600 X\r\nContent-Length: 1\r\n\r\na", "a", true), ("HTTP/1.1 999\r\n\r\na", "a", false),
    ("HTTP/1.1 500 No\r\nContent-Length: 2\r\nContent-Encoding: identity\r\n\r\nno", "no", true),
  ]

  @Test(arguments: answers) func `A response is read to its end in any pieces`(text: String, body: String, isOver: Bool)
  {
    let whole = Self.read(text)
    #expect(whole.body == body && whole.isOver == isOver && whole.isComplete && whole.fault == nil && whole.head != nil)
    for size in 1..<text.utf8.count { #expect(Self.read(text, pieces: size) == whole) }
  }

  static let ok = "HTTP/1.1 200 OK\r\n"
  static let chunked = ok + "Transfer-Encoding: chunked\r\n\r\n"

  static let faults: [(String, ResponseFault)] = [
    ("SSH-2.0-OpenSSH\r\n", .statusLine), ("HTTP/2 200\r\n\r\n", .statusLine), ("HTTP/1.1 99 X\r\n\r\n", .statusLine),
    ("HTTP/1.1 +20 X\r\n\r\n", .statusLine), ("HTTP/1.1 -20 X\r\n\r\n", .statusLine),
    ("HTTP/1.1 2000 X\r\n\r\n", .statusLine), ("HTTP/1.1  200 X\r\n\r\n", .statusLine),
    ("HTTP/1.1 101 Switching Protocols\r\n\r\n", .switchedProtocol), (ok + "A : b\r\n\r\n", .headerField(line: 2)),
    (ok + " A: b\r\n\r\n", .headerField(line: 2)), (ok + ": b\r\n\r\n", .headerField(line: 2)),
    (ok + "A: b\r\nno colon\r\n\r\n", .headerField(line: 3)), (ok + "A: b\nC: d\r\n\r\n", .lineEnd(line: 2)),
    ("HTTP/1.1 200 OK\nA: b\n\n", .lineEnd(line: 1)), (ok + "A: \0\r\n\r\n", .controlCharacter(line: 2)),
    (ok + "A: b\r\n folded\r\n\r\n", .headerField(line: 3)), (ok + "A: b\r\nB: b\rc\r\n\r\n", .lineEnd(line: 3)),
    (ok + "X: " + String(repeating: "x", count: 17_000), .longHead(limit: 16_384)),
    (String(repeating: "HTTP/1.1 102 Processing\r\n\r\n", count: 17), .interimResponses(limit: 16)),
    (ok + "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n", .lengthAndChunks),
    (ok + "Content-Length: 3\r\nContent-Length: 4\r\n\r\n", .contentLength),
    (ok + "Content-Length: 3, 4\r\n\r\n", .contentLength), (ok + "Content-Length: 3,\r\n\r\n", .contentLength),
    (ok + "Content-Length: x, x\r\n\r\n", .contentLength), (ok + "Content-Length: +3\r\n\r\n", .contentLength),
    (ok + "Content-Length: -1\r\n\r\n", .contentLength), (ok + "Content-Length: 1 2\r\n\r\n", .contentLength),
    (ok + "Content-Length: 9999999999999999999\r\n\r\n", .contentLength),
    (ok + "Content-Length:\r\n\r\n", .contentLength),
    (ok + "Transfer-Encoding: gzip, chunked\r\n\r\n", .transferEncoding),
    (ok + "Transfer-Encoding: identity\r\n\r\n", .transferEncoding),
    (ok + "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n", .transferEncoding),
    ("HTTP/1.0 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", .transferEncoding),
    (ok + "Content-Encoding: gzip\r\n\r\n", .contentEncoding), (chunked + "\r\n", .chunkSize),
    (chunked + "x\r\n", .chunkSize), (chunked + "-1\r\n", .chunkSize), (chunked + "+1\r\n", .chunkSize),
    (chunked + " 1\r\n", .chunkSize), (chunked + "0x1\r\n", .chunkSize), (chunked + "1 2\r\n", .chunkSize),
    (chunked + "1;a\rb\r\n", .chunkLine), (chunked + "1\na", .chunkLine), (chunked + "1;\0\r\n", .chunkLine),
    (chunked + "1\r\nab\r\n", .longChunk), (chunked + "ffffffffffffffff\r\n", .chunkSize),
    (chunked + "1;" + String(repeating: "x", count: 4_096), .longChunkLine(limit: 4_096)),
    (
      chunked + "0\r\n" + String(repeating: "T: \(String(repeating: "x", count: 4_000))\r\n", count: 5),
      .longChunkLine(limit: 16_384)
    ),
  ]

  static let cuts = [
    "", "HTTP/1.1 200 OK\r\n", ok + "Content-Length: 3\r\n\r\nab", chunked + "3\r\nab", chunked + "3\r\nabc",
    chunked + "3\r\nabc\r\n", chunked + "0\r\n",
  ]

  @Test(arguments: cuts) func `A response that is cut is incomplete, whatever the pieces`(text: String) {
    let whole = Self.read(text)
    #expect(!whole.isComplete && whole.fault == nil)
    for size in [1, 2, 3, 7] { #expect(Self.read(text, pieces: size) == whole) }
  }

  @Test(arguments: faults) func `An ambiguous response is rejected with the line and the reason`(
    text: String, fault: ResponseFault
  ) {
    let whole = Self.read(text)
    #expect(whole.fault == fault)
    for size in [1, 2, 3, 7, 1_000] { #expect(Self.read(text, pieces: size) == whole) }
  }

  @Test func `The part of a body before a fault is kept`() {
    #expect(Self.read(Self.chunked + "3\r\nabc\r\nzzz\r\n").body == "abc")
  }

  @Test func `A header field that is not UTF-8 is ISO 8859-1, and a reason need not be UTF-8 either`() throws {
    var (reader, body): (HTTPResponseParser, [UInt8]) = (HTTPResponseParser(), [])
    let head = Array("HTTP/1.1 200 S".utf8) + [0xE3] + Array("o\r\nA: S".utf8) + [0xE3]
    try reader.receive((head + Array("o\r\nB: São\r\n\r\n".utf8))[...], into: &body)
    #expect(reader.head == HTTPResponse(200, headers: ["A": "São", "B": "São"]))
  }

  @Test func `Header fields that concern only the connection are left out`() {
    let reading = Self.read(
      Self.ok + "Connection: close, x-hop\r\nKeep-Alive: timeout=5\r\nUpgrade: h2c\r\nTrailer: X-T\r\nX-Hop: 1\r\n"
        + "Transfer-Encoding: chunked\r\nX-A: 1\r\n\r\n2\r\nok\r\n0\r\n\r\n")
    #expect(reading.head?.headers == ["X-A": "1"] && reading.body == "ok" && reading.isComplete)
  }

  @Test func `A response to a HEAD request has no body`() {
    let reading = Self.read("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nabcde", isHead: true)
    #expect(reading.isOver && reading.body.isEmpty && reading.head?.headers["Content-Length"] == "5")
  }
}
