import ColmeiaHTTP

/// The words of a line about faults, taken from the front. White space separates them; within double quotes it does not.
struct FaultWords {
  private var words: ArraySlice<String>

  init(_ text: String) {
    var words: [String] = []
    for (index, part) in text.split(separator: "\"", omittingEmptySubsequences: false).enumerated() {
      if index.isMultiple(of: 2) {
        words += part.split(whereSeparator: \.isWhitespace).map(String.init)
      } else {
        words.append(String(part))
      }
    }
    self.words = words[...]
  }

  /// The next word; `nil` at the end.
  mutating func next() -> String? { words.popFirst() }

  mutating func status() throws(FaultCommandError) -> Int {
    let word = next() ?? ""
    guard let status = Self.number(word), (100...599).contains(status) else { throw .badStatus(word) }
    return status
  }

  mutating func durations() throws(FaultCommandError) -> ClosedRange<Duration> {
    let word = next() ?? ""
    let ends = word.split(separator: "..", omittingEmptySubsequences: false).map { Self.duration($0) }
    guard (1...2).contains(ends.count), let first = ends[0], let last = ends[ends.count - 1], first <= last else {
      throw .badDelay(word)
    }
    return first...last
  }

  /// A rule of `fault`, with what follows it.
  mutating func rule(_ fault: FaultRule.Fault) throws(FaultCommandError) -> FaultRule {
    var rule = FaultRule(fault)
    while let word = next() {
      if word == "on", rule.path == nil {
        try readEndpoint(into: &rule)
      } else if rule.times == nil, let next = words.first, next == "times" || next == "time" {
        guard let times = Self.number(word), (1...1_000_000).contains(times) else { throw .badCount(word) }
        rule.times = times
        words.removeFirst()
      } else {
        throw .unexpected(word)
      }
    }
    return rule
  }

  private mutating func readEndpoint(into rule: inout FaultRule) throws(FaultCommandError) {
    let word = next() ?? ""
    let parts = word.split(separator: " ").map(String.init)
    guard (1...2).contains(parts.count), let path = parts.last, path.first == "/" else { throw .badEndpoint(word) }
    rule.path = path
    rule.method = parts.count == 2 ? HTTPMethod(rawValue: parts[0]) : nil
  }

  private static func number(_ word: some StringProtocol) -> Int? {
    word.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(word) : nil
  }

  private static func duration(_ word: some StringProtocol) -> Duration? {
    let digits = word.prefix { $0.isNumber }
    guard let count = number(digits), count <= 3_600_000 else { return nil }
    let duration: Duration? =
      switch word.dropFirst(digits.count) {
      case "ms": .milliseconds(count)
      case "s": .seconds(count)
      case "min": .seconds(60 * count)
      default: nil
      }
    return duration.flatMap { $0 <= .seconds(3_600) ? $0 : nil }
  }
}
