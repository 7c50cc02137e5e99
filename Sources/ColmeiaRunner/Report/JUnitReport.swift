import ColmeiaHTTP
import Foundation

/// The results as JUnit XML for CI systems, with a suite for each file and a test case for each scenario. Each part of
/// the text is kept until it changes, because the report is written whenever a scenario ends.
struct JUnitReport: Sendable {
  private struct Case: Sendable {
    let outcome: ScenarioResult.Outcome
    let duration: Duration
    let xml: String

    init(_ result: ScenarioResult) {
      (outcome, duration, xml) = (result.outcome, result.duration, JUnitReport.xml(of: result))
    }
  }

  private struct Suite: Sendable {
    let file: String
    var cases: [Case] = []
    var xml = ""
    var counts = Counts()

    init(_ file: String) { self.file = file }

    mutating func update() {
      counts = Counts()
      for one in cases { counts.add(one) }
      xml = "  <testsuite \(JUnitReport.attribute("name", file)) \(counts.xml)>\n"
      for one in cases { xml += one.xml }
      xml += "  </testsuite>\n"
    }
  }

  private struct Counts: Sendable {
    var (tests, failures, errors, skipped) = (0, 0, 0, 0)
    var time = Duration.zero

    mutating func add(_ one: Case) {
      tests += 1
      time += one.duration
      switch one.outcome {
      case .passed: break
      case .failed, .violated: failures += 1
      case .broken: errors += 1
      case .skipped, .interrupted: skipped += 1
      }
    }

    mutating func add(_ other: Counts) {
      (tests, failures, errors) = (tests + other.tests, failures + other.failures, errors + other.errors)
      (skipped, time) = (skipped + other.skipped, time + other.time)
    }

    var xml: String {
      "tests=\"\(tests)\" failures=\"\(failures)\" errors=\"\(errors)\" skipped=\"\(skipped)\" "
        + "time=\"\(JUnitReport.seconds(time))\""
    }
  }

  private var suites: [Suite] = []
  /// The suite of each result, and its place in it.
  private var places: [(suite: Int, place: Int)] = []

  init(_ results: [ScenarioResult]) {
    var known: [String: Int] = [:]
    for result in results {
      let suite = known[result.file] ?? suites.count
      if suite == suites.count { suites.append(Suite(result.file)) }
      known[result.file] = suite
      places.append((suite, suites[suite].cases.count))
      suites[suite].cases.append(Case(result))
    }
    for suite in suites.indices { suites[suite].update() }
  }

  /// Replaces the result with this number.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the file's suite.
  mutating func set(_ index: Int, _ result: ScenarioResult) {
    let (suite, place) = places[index]
    suites[suite].cases[place] = Case(result)
    suites[suite].update()
  }

  /// The whole report.
  var text: String {
    var counts = Counts()
    for suite in suites { counts.add(suite.counts) }
    let head = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites \(counts.xml)>\n"
    return head + suites.map(\.xml).joined() + "</testsuites>\n"
  }

  private static func xml(of result: ScenarioResult) -> String {
    let head =
      "    <testcase \(attribute("name", result.title)) \(attribute("classname", result.file)) "
      + "line=\"\(result.line)\" time=\"\(seconds(result.duration))\""
    if result.outcome == .passed { return head + "/>\n" }
    if result.outcome == .skipped || result.outcome == .interrupted {
      return head + ">\n      <skipped message=\"\(result.outcome.rawValue)\"/>\n    </testcase>\n"
    }
    let element = result.outcome == .broken ? "error" : "failure"
    let bodies = result.failures.map { failure in
      "      <\(element) type=\"\(failure.outcome.rawValue)\" \(attribute("message", failure.message))>"
        + XMLText.escape(failure.details.joined(separator: "\n")) + "</\(element)>\n"
    }
    return head + ">\n" + bodies.joined() + "    </testcase>\n"
  }

  private static func seconds(_ duration: Duration) -> String {
    String(format: "%.3f", duration / .seconds(1))
  }

  private static func attribute(_ name: String, _ text: String) -> String {
    "\(name)=\"\(XMLText.escape(text, isAttribute: true))\""
  }
}
