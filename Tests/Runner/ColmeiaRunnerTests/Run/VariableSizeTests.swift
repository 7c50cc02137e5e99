import TestSupport
import Testing

/// What happens when the variables of a scenario become too large.
@Suite(.timeLimit(.minutes(10))) struct VariableSizeTests {
  @Test func `The size of variables that contain others twice is limited`() async {
    let lines = (1...60).map { "var a\($0) = \"{{a\($0 - 1)}}{{a\($0 - 1)}}\"" }
    let failures = await RunTests.failures("var a0 = \"0123456789abcdef\"\n\(lines.joined(separator: "\n"))\nsettle")
    #expect(failures == ["broken: with 'a19', the variables exceed 16 MiB or 512 levels"])
    let lists = (1...60).map { "var a\($0) = [{{a\($0 - 1)}}, {{a\($0 - 1)}}]" }
    let more = await RunTests.failures("var a0 = 1\n\(lists.joined(separator: "\n"))\nsettle")
    #expect(more.count == 1 && more[0].hasPrefix("broken: with 'a"), "\(more)")
  }

  @Test func `The depth of variables that contain others is limited`() async {
    let lines = (1...600).map { "var a\($0) = [{{a\($0 - 1)}}]" }
    #expect(
      await RunTests.failures("var a0 = 1\n\(lines.joined(separator: "\n"))\nsettle")
        == ["broken: its variables make this value longer than 16 MiB, or deeper than 512 levels"])
  }
}
