/// The tests, scenarios and lines of scripts that prove something.
struct TestFiles {
  /// The text of a file.
  var text: (_ path: String) -> String?
  /// The module and name of each test that was built.
  var built: Set<Test>

  struct Test: Hashable {
    var module: String
    var name: String

    /// Parses a test as `swift test list` prints it.
    init?(listed line: Substring) {
      guard let match = line.wholeMatch(of: /(\w+)\..*`(.+)`\(.*\)/) else { return nil }
      self.init(module: String(match.output.1), name: String(match.output.2))
    }

    init(module: String, name: String) { (self.module, self.name) = (module, name) }
  }

  /// Why a file does not prove something by this name: nothing in it has the name, more than one thing has, or what has
  /// it doesn't run.
  func mistake(in name: String, at path: String) -> String? {
    let text = text(path) ?? ""
    if let match = path.wholeMatch(of: /\/Tests\/\w+\/(\w+Tests)\/.*\.swift/) {
      let test = Test(module: String(match.output.1), name: name)
      let found = SwiftFile(path: path, source: text).lines.filter { $0.contains("func `\(name)`(") }
      let obstacle = built.contains(test) ? nil : "it isn't a test that was built"
      return Self.only(found.map { _ in obstacle }, "test", name, path)
    }
    if path.wholeMatch(of: /\/Examples\/Scenarios\/\w[\w-]*\.scn/) != nil {
      let scenarios = Scenario.scenarios(in: text).filter { $0.name == name }
      return Self.only(scenarios.map(\.obstacle), "scenario", name, path)
    }
    if let start = ["/.ci/curl": name, "/.ci/outside.py": "print(\"\(name)\")"][path] {
      let found = text.split(separator: "\n").filter { $0.drop { $0 == " " }.hasPrefix(start) }
      return Self.only(found.map { _ in nil }, "line", name, path)
    }
    return "names \(path), which CI does not run"
  }

  private static func only(_ obstacles: [String?], _ kind: String, _ name: String, _ path: String) -> String? {
    if obstacles.count != 1 { return "names the \(kind) \"\(name)\", which occurs \(obstacles.count) times in \(path)" }
    return obstacles[0].map { "names the \(kind) \"\(name)\" in \(path), which does not run: \($0)" }
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
