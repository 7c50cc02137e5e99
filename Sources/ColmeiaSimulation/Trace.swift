/// One run, step by step, with the state after each.
public struct Trace: Sendable, Equatable, CustomStringConvertible {
  /// One thing that happened.
  public struct Line: Sendable, Equatable, CustomStringConvertible {
    /// `action`, `effect`, `time`, `server`, or `end` for what happened when everything was brought to rest.
    public let kind: String
    /// What happened, as Swift code would say it.
    public let text: String
    /// The state after it.
    public internal(set) var state = ""
    /// The step of a test store that does the same.
    let code: Code

    /// The kind and the text: `action  load(husky)`.
    public var description: String { kind + String(repeating: " ", count: 8 - kind.count) + text }
  }

  /// A step as a test says it; values as Swift writes them.
  enum Code: Sendable, Equatable {
    case send(String)
    case says(_ effect: String, at: Int, _ action: String, isLast: Bool)
    case finishes(_ effect: String, at: Int)
    case advance(Duration)
    /// What a test store does by itself, or has no word for.
    case other
  }

  /// What happened, in order.
  public let lines: [Line]
  /// What was wrong; `nil` when nothing was.
  public let violation: Violation?

  @usableFromInline init(lines: [Line], violation: Violation?) {
    self.lines = lines
    self.violation = violation
  }

  /// A numbered line for every step, below it the state if it has changed, and what was wrong.
  public var description: String {
    var steps: [String] = []
    var last = ""
    for (number, line) in lines.enumerated() {
      let state = line.state == last ? "" : "\n   state   \(Text.short(line.state))"
      steps.append("\(number + 1). \(line.description)\(state)")
      last = line.state
    }
    return (Self.cut(steps) + [violation?.description ?? "Everything holds."]).joined(separator: "\n")
  }

  /// What happens without end is told by its beginning and its last steps.
  static func cut(_ steps: [String]) -> [String] {
    if steps.count <= 40 { return steps }
    return steps.prefix(30) + ["… \(steps.count - 35) more …"] + steps.suffix(5)
  }
}
