import ColmeiaJSON
import ColmeiaScenario

extension FuzzTarget {
  static let pattern = FuzzTarget(
    name: "pattern", summary: "a pattern for 'matches', a line break, and a text",
    samples: [
      "^(a+)+$\naaaa!", "(?i)[a-cé]{2,3}|\\d+\\b\nx12", "^\\u{E9}?(?:x|[^y\\]]*)*$\né", "a{,3}b{2}\nabb",
      "[]a-]\\s$\n] ",
    ]
  ) { bytes in
    let parts = bytes.split(separator: UInt8(ascii: "\n"), maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    let (text, searched) = (String(decoding: parts[0], as: UTF8.self), String(decoding: parts[1], as: UTF8.self))
    guard let pattern = try? Pattern(text) else { return nil }
    guard let isFound = try? pattern.isFound(in: searched, budget: 20_000) else { return nil }
    // The same pattern in a group must give the same result. A flag is allowed only at the start of a pattern, so those
    // are skipped.
    guard !text.hasPrefix("(?i)"), let grouped = try? Pattern("(?:\(text))") else { return nil }
    guard let again = try? grouped.isFound(in: searched, budget: 60_000) else { return nil }
    return again == isFound ? nil : "the same pattern in a group is \(again ? "found" : "not found")"
  }

  static let variables = FuzzTarget(
    name: "variables", summary: "the head of a scenario",
    samples: [
      "var a = \"x\"\nvar b = \"{{a}}{{a}}\"\nvar c = [{{b}}, \"{{ b }}\"]\nvar d = {\"{{a}}\": {{c}}}\n",
      "secret s = \"secret\"\ndate \"2026-11-21T12:00:00Z\"\nseed 7\nvar t = {\"k\": [{{s}}, 1e9]}\nvar u = [{{t}}, {{t}}]\n",
    ]
  ) { bytes in
    let source = SourceText(name: "x", bytes: Array("scenario \"s\"\n".utf8) + bytes)
    var variables = Variables()
    for scenario in ScenarioFile(source).scenarios {
      if let date = scenario.date, !CalendarDay.seconds.contains(date) { return "a date is out of range" }
      for definition in scenario.variables {
        guard case .literal(let literal) = definition.source else { continue }
        do throws(EvaluationFailure) {
          let value = try variables.resolved(literal)
          try variables.set(definition.name, value)
          if value.text().utf8.count > 8 * Variables.limit { return "a value is too long" }
        } catch { if error.message.isEmpty { return "the error has no message" } }
      }
    }
    return nil
  }
}
