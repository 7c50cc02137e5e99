import ColmeiaDebugging

extension Counterexample {
  /// The source code of a test that takes the same steps with a test store and fails where the explorer failed. Paste
  /// it into a test file that imports `ColmeiaTesting`.
  ///
  /// If the program needs a server or ends in a trap, the test contains only the steps that a test store can take.
  ///
  /// The values are written as source code from what reflection shows, assuming that structures have the initializers
  /// that Swift provides. If a reducer or its state has others, set ``Explorer/source``. A value of more than 2 kB of
  /// source code is replaced by a placeholder, `<#Feed.State, 40 kB#>`, which you must replace by an expression.
  public var test: String {
    let steps = trace.lines.compactMap(Self.statement)
    return """
      @Test func `\(name)`() {
      \(remarks(steps).map { "  // \($0)\n" }.joined())\
        var store = PartialTestStore(\(code))
      \(steps.map { "  \($0)\n" }.joined())\
        Issue.record(\(violation.description.debugDescription))  // replace with an expectation about store.state
      }
      """
  }

  private var name: String {
    let name =
      switch violation {
      case .always(let name), .eventually(let name), .notFollowed(let name, _): name
      default: "\(feature) fails"
      }
    return String(name.map { "`\\\n\r\0".contains($0) ? "'" : $0 })
  }

  private func remarks(_ steps: [String]) -> [String] {
    var remarks: [String] = []
    if firesTogether {
      remarks.append("A test store fires timers that are due at the same time together, the explorer one by one.")
    }
    if code.contains(SwiftText.placeholderStart) {
      remarks.append(
        "The state or the reducer is too large to be shown, or hides its storage. Set explorer.source to code that "
          + "creates it.")
    }
    if steps.contains(where: { $0.contains(SwiftText.placeholderStart) }) {
      remarks.append(
        "Replace each <#…#> by an expression. These values are too large to be shown, or hide their storage.")
    }
    return remarks
  }

  /// Whether two timers that are due at the same time were fired one after the other.
  private var firesTogether: Bool { trace.lines.contains { $0.code == .advance(.zero) } }

  private static func statement(_ line: ExplorerTrace.Line) -> String? {
    switch line.code {
    case .send(let action): return "store.send(\(action))"
    case .sends(let effect, let index, let action, let isLast):
      let at = index == 0 ? "" : ", at: \(index)"
      return "store.\(isLast ? "answer" : "resolve")(\(effect)\(at), with: \(action))"
    case .finishes(let effect, let index): return "store.finish(\(effect)\(index == 0 ? "" : ", at: \(index)"))"
    case .advance(let time): return "store.advance(by: \(StateDiff.code(of: time)))"
    case .other: return nil
    }
  }
}

extension Exploration.Failure {
  /// What is wrong, with a regression test for the first counterexample.
  public var descriptionWithTest: String {
    counterexamples.first.map { "\(self)\n\nAs a test:\n\n\($0.test)" } ?? description
  }
}

extension Exhaustion {
  /// What was found and how much was covered, with a regression test if a program failed.
  public var descriptionWithTest: String { counterexample.map { "\(self)\n\nAs a test:\n\n\($0.test)" } ?? description }
}
