/// Searches bytes for all known secrets, regardless of their escaping.
///
/// Patterns are added one by one, so there are several automata, each more than twice as large as the next. Each added
/// pattern is rebuilt O(log patterns) times, and a search makes as many passes.
struct SecretSearch: Sendable {
  /// An occurrence of a secret, with its replacement.
  struct Match: Sendable {
    var range: Range<Int>
    var replacement: Int
  }

  private var tiers: [SecretAutomaton] = []
  private var pending: [SecretAutomaton.Pattern] = []

  var isEmpty: Bool { tiers.isEmpty && pending.isEmpty }

  /// The maximum number of bytes in all patterns. An automaton needs about 25 bytes of memory for each.
  var limit = 1 << 23
  private var bytes = 0

  /// Adds the patterns of a secret. Returns `false` if they exceed the limit.
  mutating func add(_ patterns: [SecretAutomaton.Pattern]) -> Bool {
    let size = patterns.reduce(0) { $0 + $1.bytes.count }
    guard bytes + size <= limit else { return false }
    bytes += size
    pending += patterns
    return true
  }

  /// Builds an automaton for the patterns added since the last build.
  mutating func build() {
    guard !pending.isEmpty else { return }
    var patterns = pending
    pending = []
    while let last = tiers.last, last.patterns.count <= patterns.count * 2 {
      patterns = last.patterns + patterns
      tiers.removeLast()
    }
    tiers.append(SecretAutomaton(patterns))
  }

  /// Returns the occurrences of secrets. Their ranges may overlap.
  ///
  /// - Complexity: O(bytes × log secrets), in addition to building pending patterns.
  func matches(in bytes: UnsafeBufferPointer<UInt8>) -> [Match] {
    if isEmpty { return [] }
    if !pending.isEmpty {
      var built = self
      built.build()
      return built.matches(in: bytes)
    }
    var matches = occurrences(in: bytes)
    for escaping in [SecretView.Escaping.percent, .backslash] {
      guard let once = SecretView(bytes, escaping) else { continue }
      matches += occurrences(in: once)
      for next in [SecretView.Escaping.percent, .backslash] {
        if let twice = SecretView(once, next) { matches += occurrences(in: twice) }
      }
    }
    return matches
  }

  private func occurrences(in view: SecretView) -> [Match] {
    view.bytes.withUnsafeBufferPointer { occurrences(in: $0) }
      .map { Match(range: view.position(of: $0.range), replacement: $0.replacement) }
  }

  private func occurrences(in bytes: UnsafeBufferPointer<UInt8>) -> [Match] {
    var matches: [Match] = []
    for tier in tiers {
      tier.search(bytes) { match in
        let pattern = tier.patterns[match.pattern]
        var range = match.range
        if pattern.isBase64 { range = Self.widened(range, bytes) }
        // A longer match that ends here replaces the matches it contains.
        while let last = matches.last, range.contains(last.range), last.range.upperBound <= range.upperBound {
          matches.removeLast()
        }
        matches.append(Match(range: range, replacement: pattern.replacement))
      }
    }
    return matches
  }

  private static func widened(_ range: Range<Int>, _ bytes: UnsafeBufferPointer<UInt8>) -> Range<Int> {
    let low = range.lowerBound > 0 && isDigit(bytes[range.lowerBound - 1]) ? 1 : 0
    let high = range.upperBound < bytes.count && isDigit(bytes[range.upperBound]) ? 1 : 0
    return range.lowerBound - low..<range.upperBound + high
  }

  /// Whether a byte is a digit of base64, in either alphabet.
  private static func isDigit(_ byte: UInt8) -> Bool {
    SecretScanner.isNameByte[Int(byte)] || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "/")
  }
}
