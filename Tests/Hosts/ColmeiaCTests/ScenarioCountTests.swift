import ColmeiaScenario
import CountingSupport
import Testing

/// These tests are here because the tests of the runner also run where allocations can't be counted.
@Suite struct ScenarioCountTests {
  @Test func `A scenario with a date and variables is read with few allocations`() {
    let count = 100
    let text = (0..<count).map { number in
      """
      scenario "\(number)"
      date "2026-11-21T12:00:00Z"
      expect state name == "seed: {{ seed }}, origin: {{origin}}"

      """
    }
    let source = SourceText(name: "x.scn", bytes: Array(text.joined().utf8))
    func read() -> Int64 {
      var file: ScenarioFile?
      let made = allocations { file = ScenarioFile(source) }
      #expect(file?.scenarios.count == count && file?.diagnostics.isEmpty == true)
      return made
    }
    _ = read()
    // 97 without optimization, previously 397.
    let average = read() / Int64(count)
    #expect(average < 140, "\(average)")
  }
}
