import TestSupport
import Testing

@testable import Fuzz

@Suite(.long) struct FuzzTests {
  @Test(arguments: FuzzTarget.all.map(\.name))
  func `A short run of every target finds no problem`(name: String) throws {
    let target = try #require(FuzzTarget.all.first { $0.name == name })
    #expect(
      target.fuzz(runs: ["backend-data", "server", "web"].contains(name) ? 30 : 600, seed: 7)?.message
        == nil)
    for sample in target.samples { #expect(target.run(Array(sample.utf8)) == nil) }
  }

  @Test func `The samples of a back end's data can be read`() {
    for sample in FuzzTarget.backendData.samples { #expect(FuzzTarget.readBackend(Array(sample.utf8)) != nil) }
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
