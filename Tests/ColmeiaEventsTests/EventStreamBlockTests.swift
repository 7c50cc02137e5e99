import ColmeiaEvents
import TestSupport
import Testing

@Suite struct EventStreamBlockTests {
  static let blocks: [(EventStreamBlock, String)] = [
    (EventStreamBlock(data: "x"), "data: x\n\n"),
    (EventStreamBlock(id: "7", type: "husky", data: "Title\nBody"), "id: 7\nevent: husky\ndata: Title\ndata: Body\n\n"),
    (EventStreamBlock(retry: 3_000), "retry: 3000\n\n"), (EventStreamBlock(comment: ""), ": \n\n"),
    (EventStreamBlock(data: "", comment: "a\nb"), ": a\n: b\ndata: \n\n"), (EventStreamBlock(), "\n"),
    (EventStreamBlock(id: ""), "id: \n\n"),
    (EventStreamBlock(data: " a\r\nb\rc\n"), "data:  a\ndata: b\ndata: c\ndata: \n\n"),
  ]

  @Test(arguments: blocks) func `A block is written line by line`(block: EventStreamBlock, text: String) throws {
    #expect(String(decoding: try block.bytes(), as: UTF8.self) == text)
  }

  @Test(arguments: ["a\nb", "a\rb", "\r\n"]) func `A line break cannot bring in other fields`(text: String) {
    #expect(throws: EventStreamBlock.Fault.id) { try EventStreamBlock(id: text).bytes() }
    #expect(throws: EventStreamBlock.Fault.type) { try EventStreamBlock(type: text).bytes() }
  }

  @Test func `An id that readers would ignore is not written`() {
    #expect(throws: EventStreamBlock.Fault.id) { try EventStreamBlock(id: "a\0").bytes() }
  }

  @Test func `What is written is read back, in any pieces`() throws {
    var random = SplitMix(state: 11)
    let parts = ["a", " ", ":", "é", "\n", "\r", "\r\n", "data:", "\u{FEFF}", "🐝", "\0", "id: 1"]
    func text(_ allowed: (String) -> Bool) -> String {
      (0..<Int(random.next() % 7)).map { _ in parts[Int(random.next() % 12)] }.filter(allowed).joined()
    }
    for _ in 0..<2_000 {
      let isOneLine = { (part: String) in !part.utf8.contains { $0 == 10 || $0 == 13 || $0 == 0 } }
      let (id, type, data) = (text(isOneLine), text(isOneLine), text { _ in true })
      let bytes = try EventStreamBlock(id: id, type: type, data: data, comment: text { _ in true }).bytes()
      let lines = String(data.map { $0 == "\r\n" || $0 == "\r" ? "\n" : $0 })
      let expected = ServerSentEvent(type: type.isEmpty ? "message" : type, data: lines, lastEventID: id)
      #expect(Reading(bytes, pieces: 1 + Int(random.next() % 9)).outputs == [.event(expected)])
    }
  }
}
