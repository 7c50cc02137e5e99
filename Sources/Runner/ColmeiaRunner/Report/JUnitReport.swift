import ColmeiaHTTP
import Foundation

/// The results as JUnit XML for CI systems, with a suite for each file and a test case for each scenario. It has only what
/// Jenkins' `junit-10.xsd` allows.
enum JUnitReport {
  static func text(_ results: [ScenarioResult]) -> String {
    var xml = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    xml += "<testsuites \(counts(results)) time=\"\(time(results))\">\n"
    let byFile = Dictionary(grouping: results, by: \.file)
    var seen: Set<String> = []
    for file in results.map(\.file) where seen.insert(file).inserted {
      let cases = byFile[file] ?? []
      xml +=
        "  <testsuite \(attribute("name", file)) \(counts(cases)) skipped=\"\(skipped(cases))\" "
        + "time=\"\(time(cases))\">\n"
      xml += cases.map(testCase).joined()
      xml += "  </testsuite>\n"
    }
    return xml + "</testsuites>\n"
  }

  private static func counts(_ results: [ScenarioResult]) -> String {
    let failures = results.count { $0.outcome == .failed || $0.outcome == .violated }
    let errors = results.count { $0.outcome == .broken }
    return "tests=\"\(results.count)\" failures=\"\(failures)\" errors=\"\(errors)\""
  }

  private static func skipped(_ results: [ScenarioResult]) -> Int {
    results.count { $0.outcome == .skipped || $0.outcome == .interrupted }
  }

  private static func time(_ results: [ScenarioResult]) -> String {
    seconds(results.map(\.duration).reduce(.zero, +))
  }

  private static func testCase(_ result: ScenarioResult) -> String {
    let head =
      "    <testcase \(attribute("name", result.title)) \(attribute("classname", result.file)) "
      + "time=\"\(seconds(result.duration))\""
    if result.outcome == .passed { return head + "/>\n" }
    if result.outcome == .skipped || result.outcome == .interrupted {
      return head + ">\n      <skipped message=\"\(result.outcome.rawValue)\"/>\n    </testcase>\n"
    }
    let element = result.outcome == .broken ? "error" : "failure"
    let bodies = result.failures.map { failure in
      "      <\(element) type=\"\(failure.outcome.rawValue)\" \(attribute("message", "\(failure.location): \(failure.message)"))>"
        + XMLText.escape(failure.details.joined(separator: "\n")) + "</\(element)>\n"
    }
    let lines = result.failures.flatMap { ["\($0.location): \($0.message)"] + $0.details.map { "    \($0)" } }
    let output = "      <system-out>" + XMLText.escape(lines.joined(separator: "\n")) + "</system-out>\n"
    return head + ">\n" + bodies.joined() + output + "    </testcase>\n"
  }

  private static func seconds(_ duration: Duration) -> String {
    String(format: "%.3f", duration / .seconds(1))
  }

  private static func attribute(_ name: String, _ text: String) -> String {
    "\(name)=\"\(XMLText.escape(text, isAttribute: true))\""
  }
}
