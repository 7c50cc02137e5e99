/// A run, step by step, with the state after each step.
public struct ExplorerTrace: Sendable, Equatable, CustomStringConvertible {
  /// One event.
  public struct Line: Sendable, Equatable, CustomStringConvertible {
    /// `action`, `effect`, `time`, `server`, or `end` for events while the run was brought to rest.
    public let kind: String
    /// The event, similar to Swift code.
    public let text: String
    /// The state after the event.
    public internal(set) var state = ""
    /// The corresponding step of a test store.
    let code: Code

    /// The kind and the text, for example `action  load(husky)`. A long text is truncated.
    public var description: String {
      kind + String(repeating: " ", count: 8 - kind.count) + Text.short(text, 1_000)
    }
  }

  /// A step of a test. Values are written as Swift source code.
  enum Code: Sendable, Equatable {
    case send(String)
    case sends(_ effect: String, at: Int, _ action: String, isLast: Bool)
    case finishes(_ effect: String, at: Int)
    case advance(Duration)
    /// An event that a test store performs by itself or can't express.
    case other
  }

  /// The events, in order.
  public let lines: [Line]
  /// The violation, or `nil` if there is none.
  public let violation: Violation?
  /// The steps of a stored program that weren't possible, and why, for example `step 2: "select an image" isn't
  /// possible`. If the feature has changed, the program may no longer reach what it was stored for.
  public let skipped: [String]

  @usableFromInline init(lines: [Line], violation: Violation?, skipped: [String] = []) {
    self.lines = lines
    self.violation = violation
    self.skipped = skipped
  }

  /// A numbered line for each step, followed by the state if it changed, and at the end the steps that were skipped and
  /// the violation.
  public var description: String {
    var steps: [String] = []
    var last = ""
    for (line, numbered) in zip(lines, numbered) {
      let state = line.state == last ? "" : "\n   state   \(Text.short(line.state))"
      steps.append(numbered + state)
      last = line.state
    }
    let notes = Self.cut(skipped.map { "Skipped \($0)." })
    return (Self.cut(steps) + notes + [violation?.description ?? "All rules hold."]).joined(separator: "\n")
  }

  /// The events, each on a numbered line.
  var numbered: [String] { lines.enumerated().map { "\($0 + 1). \($1)" } }

  /// Returns at most 40 steps. Of a longer list it keeps the first 30 and the last 5.
  static func cut(_ steps: [String]) -> [String] {
    if steps.count <= 40 { return steps }
    return steps.prefix(30) + ["… \(steps.count - 35) more …"] + steps.suffix(5)
  }
}
