extension Counterexample {
  /// A test that takes the same steps with a test store, and fails where the explorer has failed; to be put into a file
  /// of tests that imports `ColmeiaTesting`.
  ///
  /// A program that needs a server, or ends in a trap, is told by its steps up to there.
  public var test: String {
    """
    @Test func `\(name)`() {
      var store = PartialTestStore(\(code))
    \(trace.lines.compactMap(Self.statement).map { "  \($0)\n" }.joined())\
      Issue.record(\(violation.description.debugDescription))  // say here what must hold of store.state
    }
    """
  }

  private var name: String {
    switch violation {
    case .always(let name), .eventually(let name), .notFollowed(let name, _): name
    default: feature
    }
  }

  private static func statement(_ line: Trace.Line) -> String? {
    switch line.code {
    case .send(let action): return "store.send(\(action))"
    case .says(let effect, let place, let action, let isLast):
      let at = place == 0 ? "" : ", at: \(place)"
      return "store.\(isLast ? "answer" : "resolve")(\(effect)\(at), with: \(action))"
    case .finishes(let effect, let place): return "store.finish(\(effect)\(place == 0 ? "" : ", at: \(place)"))"
    case .advance(let time): return "store.advance(by: \(SwiftText.of(time)))"
    case .other: return nil
    }
  }
}

extension Exploration.Failure {
  /// What is wrong, and for what was found first a test to keep.
  public var descriptionWithTest: String {
    counterexamples.first.map { "\(self)\n\nAs a test:\n\n\($0.test)" } ?? description
  }
}

extension Exhaustion {
  /// What was found and how much was seen, and a test to keep.
  public var descriptionWithTest: String { counterexample.map { "\(self)\n\nAs a test:\n\n\($0.test)" } ?? description }
}
