/// The files with tests, each read once.
struct TestFiles {
  private let text: (String) -> String?
  private var tests: [String: [SwiftTest]] = [:]

  init(text: @escaping (_ path: String) -> String?) { self.text = text }

  /// Why a file does not prove something by this name: nothing in it has the name, more than one thing has, or what has it may
  /// not run.
  mutating func mistake(in name: String, at path: String) -> String? {
    if path.wholeMatch(of: /\/Tests\/\w+\/\w+Tests\/.*\.swift/) != nil {
      let tests = tests[path] ?? text(path).map(SwiftTest.tests) ?? []
      self.tests[path] = tests
      return Self.only(tests.filter { $0.name == name }.map(\.obstacle), "test", name, path)
    }
    if path.wholeMatch(of: /\/Examples\/Scenarios\/\w[\w-]*\.scn/) != nil {
      let scenarios = Scenario.scenarios(in: text(path) ?? "").filter { $0.name == name }
      return Self.only(scenarios.map(\.obstacle), "scenario", name, path)
    }
    if let start = ["/.ci/curl": name, "/.ci/outside.py": "print(\"\(name)\")"][path] {
      let lines = (text(path) ?? "").split(separator: "\n").filter { $0.drop { $0 == " " }.hasPrefix(start) }
      return Self.only(lines.map { _ in nil }, "line", name, path)
    }
    return "names \(path), which CI does not run"
  }

  private static func only(_ obstacles: [String?], _ kind: String, _ name: String, _ path: String) -> String? {
    if obstacles.count != 1 { return "names the \(kind) \"\(name)\", which occurs \(obstacles.count) times in \(path)" }
    return obstacles[0].map { "names the \(kind) \"\(name)\" in \(path), which may not run: \($0)" }
  }

  /// A scenario's name, and whether it is tagged as one to be left out.
  private struct Scenario {
    var name: String
    var obstacle: String?

    static func scenarios(in text: String) -> [Scenario] {
      var scenarios: [Scenario] = []
      for line in text.split(separator: "\n") {
        if let match = line.wholeMatch(of: /scenario\s+"(.*)"\s*/) {
          scenarios.append(Scenario(name: String(match.output.1)))
        } else if line.hasPrefix("tags "), line.split(separator: " ").contains("skip"), !scenarios.isEmpty {
          scenarios[scenarios.count - 1].obstacle = "it has the tag skip"
        }
      }
      return scenarios
    }
  }
}
