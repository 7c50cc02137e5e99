import ColmeiaHTTP
import Testing

/// Tests each rule of WHATWG HTML §9.2.6.
@Suite struct EventStreamParserTests {
  struct Vector: Sendable, CustomTestStringConvertible {
    var name: String
    var bytes: [UInt8]
    var events: [String]
    var testDescription: String { name }

    init(_ name: String, _ text: String, _ events: [String]) {
      self.init(name, bytes: Array(text.utf8), events)
    }

    init(_ name: String, bytes: [UInt8], _ events: [String]) {
      (self.name, self.bytes, self.events) = (name, bytes, events)
    }
  }

  static let mark = "\u{FEFF}"

  static let vectors: [Vector] = [
    // The examples of the standard.
    Vector("lines of data", "data: YHOO\ndata: +2\ndata: 10\n\n", ["message|YHOO\n+2\n10|"]),
    Vector(
      "an unfinished block at the end is discarded",
      ": test stream\n\ndata: first event\nid: 1\n\ndata:second event\nid\n\ndata:  third event\n",
      ["message|first event|1", "message|second event|"]),
    Vector(
      "with an empty line it is", "data: first event\nid: 1\n\ndata:second event\nid\n\ndata:  third event\n\n",
      ["message|first event|1", "message|second event|", "message| third event|"]),
    Vector("empty data", "data\n\ndata\ndata\n\ndata:", ["message||", "message|\n|"]),
    Vector("one leading space is removed", "data:test\n\ndata: test\n\n", ["message|test|", "message|test|"]),
    // Tests from web-platform-tests, with their names there.
    Vector(
      "format-field-parsing",
      "data:\0\ndata:  2\rData:1\ndata\0:2\ndata:1\r\0data:4\nda-ta:3\rdata_5\ndata:3\rdata:\r\n data:32\ndata:4\n\n",
      ["message|\0\n 2\n1\n3\n\n4|"]),
    Vector("format-bom", "\(mark)data:1\n\n\(mark)data:2\n\ndata:3\n\n", ["message|1|", "message|3|"]),
    Vector("format-bom-2", "\(mark)\(mark)data:1\n\ndata:2\n\ndata:3\n\n", ["message|2|", "message|3|"]),
    Vector("format-utf-8", "data:ok…\n\n", ["message|ok…|"]),
    Vector(
      "format-comments", "data:1\r:\0\n:\r\ndata:2\n:xxxxxxxx\rdata:3\n:data:fail\r:x\ndata:4\n\n",
      ["message|1\n2\n3\n4|"]),
    Vector("format-field-data", "data:\n\ndata\ndata\n\ndata:test\n\n", ["message||", "message|\n|", "message|test|"]),
    Vector("format-field-event", "event:test\ndata:x\n\ndata:x\n\n", ["test|x|", "message|x|"]),
    Vector("format-field-event-empty", "event: \ndata:data\n\n", ["message|data|"]),
    Vector(
      "format-field-unknown", "data:test\n data\ndata\nfoobar:xxx\njustsometext\n:thisisacommentyay\n\n",
      ["message|test\n|"]),
    Vector("format-leading-space", "data:\ttest\rdata: \ndata:test\n\n", ["message|\ttest\n\ntest|"]),
    Vector("format-newlines", "data:test\r\ndata\ndata:test\r\n\r", ["message|test\n\ntest|"]),
    Vector("format-null-character", "data:\0\n\n\n\n", ["message|\0|"]),
    Vector(
      "format-field-id-null", "id: a\0b\ndata: x\n\nid:ok\ndata: y\n\nid:\0\ndata:z\n\n",
      ["message|x|", "message|y|ok", "message|z|ok"]),
    // IDs.
    Vector("an id applies to later events", "id: 1\ndata: 1\n\ndata:2\n\n", ["message|1|1", "message|2|1"]),
    Vector(
      "an empty id is none", "id: 1\ndata: 1\n\nid:\ndata:2\n\ndata:3\n\n", ["message|1|1", "message|2|", "message|3|"]),
    Vector("an id without data is kept", "id: 5\n\ndata: z\n\n", ["message|z|5"]),
    Vector("the last id of a block applies", "id: 1\nid: 2\ndata: x\n\n", ["message|x|2"]),
    Vector("an id after the data applies", "data: x\nid: é\n\n", ["message|x|é"]),
    // Types.
    Vector("a type without data does not leak", "event: x\n\ndata: y\n\n", ["message|y|"]),
    Vector("the last type applies", "event: a\nevent: b\ndata: y\n\n", ["b|y|"]),
    Vector(
      "only exact field names are recognized", "EVENT: a\nevents: b\neven: c\n event: d\ndata: y\n\n", ["message|y|"]),
    // Line endings.
    Vector("carriage returns", "event: a\rdata: 1\r\rdata: 2\r\r", ["a|1|", "message|2|"]),
    Vector("carriage returns and line feeds", "event: a\r\ndata: 1\r\n\r\ndata: 2\r\n\r\n", ["a|1|", "message|2|"]),
    Vector("other line breaks are text", "data: a\u{2028}b\u{85}c\u{B}d\n\n", ["message|a\u{2028}b\u{85}c\u{B}d|"]),
    Vector("a line feed before a return is two lines", "data: a\n\rdata: b\n\r", ["message|a|", "message|b|"]),
    // UTF-8.
    Vector(
      "invalid UTF-8", bytes: Array("data: ".utf8) + [0xFF, 0xE2, 0x82, 0x0A, 0x0A],
      ["message|\u{FFFD}\u{FFFD}|"]),
    Vector(
      "a character that is split by a line break is invalid twice",
      bytes: Array("data:".utf8) + [0xE2, 0x82, 0x0A] + Array("data:".utf8) + [0xAC, 0x0A, 0x0A],
      ["message|\u{FFFD}\n\u{FFFD}|"]),
    Vector("an incomplete byte order mark", bytes: [0xEF, 0xBB] + Array("data:1\n\ndata:2\n\n".utf8), ["message|2|"]),
    Vector(
      "a byte order mark on its own line", bytes: [0xEF, 0xBB, 0xBF, 0x0A] + Array("data:1\n\n".utf8), ["message|1|"]),
    Vector("an empty stream", "", []),
    Vector("empty lines", "\n\n\r\r\r\n\r\n", []),
    Vector("a line with only a colon", ":\n\n", []),
  ]

  @Test(arguments: vectors) func `A stream is parsed as the standard specifies`(vector: Vector) {
    let reading = Reading(vector.bytes)
    #expect(reading.events.map { Array($0.utf8) } == vector.events.map { Array($0.utf8) }, "\(reading.events)")
  }

  @Test(arguments: vectors) func `Parsing doesn't depend on the size of the pieces`(vector: Vector) {
    let whole = Reading(vector.bytes)
    for size in 1...max(1, vector.bytes.count) {
      let cut = Reading(vector.bytes, pieces: size)
      #expect(cut.outputs == whole.outputs && cut.parser.lastEventID == whole.parser.lastEventID)
    }
  }

  @Test(arguments: [
    ("3000", [3_000]), ("0", [0]), ("007", [7]), ("", []), ("1000x", []), ("+1", []), ("-1", []), (" 5", []),
    ("1.5", []), ("٣", []), ("9223372036854775807", [.max]), ("9223372036854775808", [.max]),
    ("99999999999999999999999999999999999999", [.max]), ("99999999999999999999x", []),
  ])
  func `A retry field is valid only if it consists of digits`(value: String, retries: [Int]) {
    #expect(Reading(Array("retry: \(value)\n".utf8)).retries == retries)
  }

  @Test func `A retry field takes effect immediately, without an empty line`() {
    #expect(Reading(Array("retry:1\nretry\nretry:2".utf8)).retries == [1])
  }

  @Test func `A new stream discards unfinished data and keeps the last event ID`() {
    var parser = EventStreamParser(lastEventID: "0")
    _ = parser.receive(Array("id: 1\n\nid: 2\nevent: x\ndata: lost\nda".utf8))
    #expect(parser.lastEventID == "1")
    parser.begin()
    #expect(parser.receive(Array("ta: y\n\ndata: z\n\n".utf8)) == [.event(.init(data: "z", lastEventID: "1"))])
    parser.forgetID()
    #expect(parser.receive(Array("data: z\n\n".utf8)) == [.event(.init(data: "z"))])
  }

  @Test(arguments: [
    ("data:\(String(repeating: "x", count: 27))", EventStreamError.Part.line), ("data:123456789\ndata:1", .data),
    ("event:12345", .type), ("id:12345", .id),
  ])
  func `A part that is too long stops the parser, after all earlier events`(text: String, part: EventStreamError.Part) {
    let limits = EventStreamParser.Limits(line: 31, data: 10, type: 4, id: 4)
    let limit = [.line: 31, .data: 10, .type: 4, .id: 4][part] ?? 0
    let bytes = Array("data: ok\n\n\(text)\n\ndata: lost\n\n".utf8)
    let expected: [EventStreamParser.Output] = [
      .event(.init(data: "ok")), .failed(EventStreamError(part, limit: limit)),
    ]
    for size in [1, 2, 3, bytes.count] {
      let reading = Reading(bytes, pieces: size, limits: limits)
      #expect(reading.outputs == expected && reading.parser.failure == EventStreamError(part, limit: limit))
    }
  }

  @Test func `Parts of exactly the maximum length are accepted`() {
    let limits = EventStreamParser.Limits(line: 15, data: 10, type: 4, id: 4)
    let text = "event:1234\nid:1234\ndata:1234567890\n\n:12345678901234\ndata:1\ndata:345678\ndata\n\n"
    #expect(Reading(Array(text.utf8), limits: limits).events == ["1234|1234567890|1234", "message|1\n345678\n|1234"])
  }

  @Test(arguments: EventStreamError.Part.allCases) func `Errors say what to do`(part: EventStreamError.Part) {
    let text = EventStreamError(part, limit: 5).description
    #expect(text.hasSuffix(" has more than 5 bytes. Send less in one event, or raise the limit."))
  }

  @Test func `The parser accepts any collection of bytes`() {
    var parser = EventStreamParser()
    #expect(parser.receive("data: x\n\n".utf8.lazy.map { $0 }) == [.event(.init(data: "x"))])
  }
}
