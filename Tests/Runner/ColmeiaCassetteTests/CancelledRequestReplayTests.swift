import Testing

@testable import ColmeiaCassette

@Suite struct CancelledRequestReplayTests {
  @Test func `An event of a stream waits for a request that changes data, even if it was cancelled later`() throws {
    for (method, waits) in [("POST", true), ("GET", false)] {
      let lines = """
        {"n":1,"stream":"GET /news?of=a"}
        {"n":1,"head":200}
        {"n":2,"request":"\(method) /news"}
        {"n":1,"received":"chunk","text":"b"}
        {"n":2,"error":"cancelled"}
        """
      var machine = try StreamReplayTests.machine(lines, isInOrder: true)
      #expect(machine.begin(StreamReplayTests.plain, device: "", .stream, now: nil) == 1)
      machine.consume(1)
      let before = machine.next(over: 1, now: nil)
      #expect(before == (waits ? .later(nil) : .chunk([98])))
      if !waits { continue }
      #expect(machine.begin(StreamReplayTests.post, device: "", .request, now: nil) == 2)
      let after = machine.next(over: 1, now: nil)
      #expect(after == .chunk([98]))
    }
  }
}
