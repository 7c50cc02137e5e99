import ColmeiaHTTP

extension FuzzTarget {
  static let events = FuzzTarget(
    name: "events", summary: "event streams, split into pieces, compared with a plain implementation of the standard",
    samples: [
      "\u{FEFF}id: 1\r\nevent: husky\r\ndata: Title\r\ndata: Body é\r\n\r\n:\rdata\r\rretry: 3000\n\n",
      "data:\0\ndata:  2\rData:1\ndata\0:2\ndata:1\r\0data:4\nda-ta:3\rdata_5\ndata:3\rdata:\r\n data:32\ndata:4\n\n",
      "id: 1\ndata: 1\n\nid\ndata:2\n\nid:a\0\nretry:99999999999999999999\nevent:\ndata:3\n\nevent: x\n\ndata: y\n",
    ]
  ) { bytes in
    var parser = EventStreamParser()
    let outputs = parser.receive(bytes)
    var reader = PlainEventReader()
    reader.read(bytes)
    if outputs.map(text) != reader.outputs.map(text) { return "got \(outputs), expected \(reader.outputs)" }
    if Array(parser.lastEventID.utf8) != Array(reader.lastEventID.utf8) { return "the last event ID differs" }
    // The pieces are determined by a second generator, which is seeded by the input.
    var random = FuzzRandom(state: UInt64(bytes.count) << 8 | UInt64(bytes.last ?? 0))
    let narrow = EventStreamParser.Limits(line: 24, data: 30, type: 4, id: 3)
    return cut(bytes, &random, .init(), outputs) ?? cut(bytes, &random, narrow, nil)
  }

  /// Returns what is wrong if the bytes arrive in pieces, or `nil` if nothing is.
  private static func cut(
    _ bytes: [UInt8], _ random: inout FuzzRandom, _ limits: EventStreamParser.Limits,
    _ expected: [EventStreamParser.Output]?
  ) -> String? {
    var (whole, parser) = (EventStreamParser(limits: limits), EventStreamParser(limits: limits))
    let expected = expected ?? whole.receive(bytes)
    var (outputs, start): ([EventStreamParser.Output], Int) = ([], 0)
    while start < bytes.count {
      let end = min(bytes.count, start + 1 + random.below(random.below(3) == 0 ? 40 : 3))
      outputs += parser.receive(bytes[start..<end])
      start = end
    }
    return outputs.map(text) == expected.map(text) ? nil : "splitting the input changes the events"
  }

  /// Returns bytes to compare, because equal strings may have different code units.
  private static func text(_ output: EventStreamParser.Output) -> [[UInt8]] {
    switch output {
    case .event(let event): [Array(event.type.utf8), Array(event.data.utf8), Array(event.lastEventID.utf8)]
    case .retry(let milliseconds): [Array("\(milliseconds)".utf8)]
    case .failed(let error): [[], Array("\(error)".utf8)]
    }
  }
}

/// A direct implementation of the steps of WHATWG HTML §9.2.6 on the whole text. It is slow, but easy to compare with
/// the standard.
private struct PlainEventReader {
  var outputs: [EventStreamParser.Output] = []
  var lastEventID = ""
  private var (data, type, id) = ("", "", "")

  mutating func read(_ bytes: [UInt8]) {
    var scalars = Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)
    if scalars.first == "\u{FEFF}" { scalars.removeFirst() }
    let lines = scalars.replacing(["\r", "\n"], with: ["\n"]).replacing(["\r"], with: ["\n"])
    // Text after the last line terminator isn't a line.
    for line in lines.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
      processLine(String(String.UnicodeScalarView(line)))
    }
  }

  private mutating func processLine(_ line: String) {
    let scalars = line.unicodeScalars
    if scalars.isEmpty { return dispatch() }
    guard let colon = scalars.firstIndex(of: ":") else { return process(line, "") }
    var value = scalars[scalars.index(after: colon)...]
    if value.first == " " { value.removeFirst() }
    process(String(scalars[..<colon]), String(value))
  }

  private mutating func process(_ field: String, _ value: String) {
    switch Array(field.utf8) {
    case Array("event".utf8): type = value
    case Array("data".utf8): data += value + "\n"
    case Array("id".utf8): if !value.unicodeScalars.contains("\0") { id = value }
    case Array("retry".utf8):
      if !value.isEmpty, value.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
        outputs.append(.retry(milliseconds: Int(value) ?? .max))
      }
    default: break
    }
  }

  private mutating func dispatch() {
    lastEventID = id
    defer { (data, type) = ("", "") }
    if data.isEmpty { return }
    data.unicodeScalars.removeLast()
    outputs.append(
      .event(ServerSentEvent(type: type.isEmpty ? "message" : type, data: data, lastEventID: lastEventID)))
  }
}
