/// One run, step by step, with the state after each.
public struct Trace: Sendable, Equatable, CustomStringConvertible {
  /// One thing that happened.
  public struct Line: Sendable, Equatable, CustomStringConvertible {
    /// `action`, `effect`, `time`, or `end` for what happened when everything was brought to rest.
    public let kind: String
    /// What happened.
    public let text: String
    /// The state after it.
    public internal(set) var state = ""

    /// `action  load(husky)`
    public var description: String { kind + String(repeating: " ", count: 8 - kind.count) + text }
  }

  /// What happened, in order.
  public let lines: [Line]
  /// What was wrong; `nil` when nothing was.
  public let violation: Violation?

  /// A numbered line for every step, below it the state if it has changed, and what was wrong.
  public var description: String {
    var text = ""
    var last = ""
    for (number, line) in lines.enumerated() {
      text += "\(number + 1). \(line.description)\n"
      if line.state != last { text += "   state   \(Text.short(line.state))\n" }
      last = line.state
    }
    return text + (violation?.description ?? "Everything holds.")
  }
}
