import ReferenceBackend
import TestSupport
import Testing

@testable import Fuzz

@Suite(.long) struct FuzzTests {
  @Test(arguments: FuzzTarget.all.map(\.name))
  func `A short run of every target finds no problem`(name: String) throws {
    let target = try #require(FuzzTarget.all.first { $0.name == name })
    #expect(
      target.fuzz(runs: ["backend-data", "journal", "server", "web"].contains(name) ? 30 : 600, seed: 7)?.message
        == nil)
    for sample in target.samples { #expect(target.run(Array(sample.utf8)) == nil) }
  }

  @Test func `The samples of the journal target are complete journals`() throws {
    for sample in FuzzTarget.journal.samples {
      let replay = try BackendJournal.replay(BackendJournal.framed(Array(sample.utf8)), onto: .demo, generation: 3)
      #expect(replay.records == sample.split(separator: "\n").count - 1)
    }
  }

  @Test func `A failing input is found and shrunk, and is the same for the same seed`() throws {
    let target = FuzzTarget(name: "x", summary: "x", samples: ["some text ! more text"]) { bytes in
      bytes.contains(UInt8(ascii: "!")) ? "a mark" : nil
    }
    let failure = try #require(target.fuzz(runs: 50, seed: 3))
    #expect(failure.shrunk(target) == [UInt8(ascii: "!")])
    #expect(target.fuzz(runs: 50, seed: 3)?.input == failure.input)
  }
}
