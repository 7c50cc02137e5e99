import Testing

@testable import ColmeiaHTTP

/// The parsing that clients and servers share.
@Suite struct CodecTests {
  @Test func `LineSearch examines each byte only once`() throws {
    let head = Array("GET / HTTP/1.1\r\nHost: h\r\nX: y\r\n\r\n".utf8)
    var (search, bytes) = (LineSearch(), [UInt8]())
    for (position, byte) in head.enumerated() {
      bytes.append(byte)
      let end = try bytes.withUnsafeBufferPointer { try search.end(of: .head, in: $0) }
      #expect(end == (position == head.count - 1 ? head.count : nil))
      // Erase the examined bytes: examining them again would fail.
      for seen in bytes.indices.dropLast() { bytes[seen] = 0 }
    }
  }

  @Test(arguments: [
    ("a\nb\r\n\r\n", LineSearch.Fault.halfEnd), ("a\rb\r\n\r\n", .halfEnd), ("a\r\r\n", .halfEnd), ("\u{1}", .control),
    ("a\r\nb\u{7F}", .control),
  ])
  func `A head with ambiguous line endings or control characters is rejected`(text: String, fault: LineSearch.Fault) {
    var search = LineSearch()
    #expect(throws: fault) {
      try Array(text.utf8).withUnsafeBufferPointer { try search.end(of: .head, in: $0) }
    }
  }

  @Test(arguments: [
    "A : b", " A: b", ": b", "A", "", "A\u{E9}: b", "A(: b",
  ]) func `A line without a valid name is not a header field`(line: String) {
    #expect(throws: HeaderLine.Fault.name) {
      try Array(line.utf8).withUnsafeBufferPointer { _ = try HeaderLine($0) }
    }
  }

  @Test func `A header field keeps the case of its name and trims whitespace around its value`() throws {
    try Array("X-Y: \t é b \t".utf8).withUnsafeBufferPointer { bytes in
      let line = try HeaderLine(bytes)
      #expect(try line.field() == HTTPHeaders.Field("X-Y", "é b"))
      #expect(line.isNamed("x-y") && !line.isNamed("x-z") && !line.isNamed("x"))
    }
    try ([65, 58, 0xC3] as [UInt8]).withUnsafeBufferPointer { bytes in
      let line = try HeaderLine(bytes)
      #expect(throws: HeaderLine.Fault.value) { try line.text() }
    }
  }

  private static func chunks(
    _ text: String, pieces: Int, bodyLimit: Int = 100
  ) -> (body: String, fault: ChunkedBody.Fault?, rest: String, isOver: Bool) {
    var chunks = ChunkedBody(lineLimit: 20, trailerLimit: 30, bodyLimit: bodyLimit)
    var (bytes, body): (ArraySlice<UInt8>, [UInt8]) = (Array(text.utf8)[...], [])
    var fault: ChunkedBody.Fault?
    do throws(ChunkedBody.Fault) {
      while !bytes.isEmpty, !chunks.isOver {
        var part = bytes.prefix(pieces)
        let count = part.count
        try chunks.receive(&part, into: &body)
        bytes = bytes.dropFirst(count - part.count)
      }
    } catch { fault = error }
    let rest = fault == nil ? String(decoding: bytes, as: UTF8.self) : ""
    return (String(decoding: body, as: UTF8.self), fault, rest, chunks.isOver)
  }

  @Test(arguments: 1...9) func `A chunked body is parsed in pieces of any size, and later bytes are left`(pieces: Int) {
    let read = Self.chunks("3;x=1\r\nabc\r\n00a \r\n0123456789\r\n0\r\nT: x\r\n\r\nrest", pieces: pieces)
    #expect(read == ("abc0123456789", nil, "rest", true))
  }

  @Test(arguments: [
    ("1;a\rb\r\n", ChunkedBody.Fault.line(.halfEnd)), ("1\nx", .line(.halfEnd)), ("1;\u{1}\r\n", .line(.control)),
    ("1 2\r\n", .size), ("\r\n", .size), ("-1\r\n", .size), ("0000000000000001\r\n", .size),
    ("1\r\nab\r\n", .overrun), ("1;xxxxxxxxxxxxxxxxxxxx", .longLine), ("65\r\n", .longBody),
    ("1\r\na\r\n64\r\n", .longBody), ("0\r\nT: 45678901234567\r\nT: 45678901234567\r\n", .longTrailer),
  ])
  func `A malformed or oversized chunked body is rejected at any piece size`(text: String, fault: ChunkedBody.Fault) {
    for pieces in [1, 2, 3, 100] { #expect(Self.chunks(text, pieces: pieces).fault == fault) }
  }
}
