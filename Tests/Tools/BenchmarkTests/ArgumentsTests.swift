import Testing

@testable import Benchmark

@Suite struct ArgumentsTests {
  let all = rows()

  @Test func `A name selects its row and all of its variants`() throws {
    let arguments = try Arguments(["--json", "--rows", "one,nine"], rows: all)
    #expect(all.filter(arguments.picks).map(\.name) == ["one", "nine.own", "nine.child"])
    #expect(arguments.isJSON)
  }

  @Test func `All rows are measured by default`() throws {
    let arguments = try Arguments([], rows: all)
    #expect(all.allSatisfy(arguments.picks))
  }

  @Test func `An unknown name is rejected with a list of all names`() {
    #expect(throws: Arguments.Failure.unknownRows(["n", "zzz"], known: all.map(\.name))) {
      try Arguments(["--rows", "one,n,zzz"], rows: all)
    }
    let message = Arguments.Failure.unknownRows(["zzz"], known: ["a", "b"]).description
    #expect(message == "unknown row zzz. The rows are:\n  a b")
  }

  @Test func `An unknown option is rejected`() {
    #expect(throws: Arguments.Failure.unknownOption("--row")) { try Arguments(["--row"], rows: all) }
    #expect(throws: Arguments.Failure.noRows) { try Arguments(["--rows"], rows: all) }
  }
}
