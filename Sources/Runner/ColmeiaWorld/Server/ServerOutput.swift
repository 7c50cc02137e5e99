import ColmeiaScenario

/// The last lines of a server's output. Their number and length are limited.
struct ServerOutput: Sendable {
  /// The maximum number of lines, and of bytes in one line.
  static let (lines, length) = (20, 1_000)

  /// The last complete lines, the oldest first.
  private(set) var last: [String] = []
  private var line: [UInt8] = []

  /// Appends bytes, and returns the lines that they complete.
  mutating func append(_ bytes: some Sequence<UInt8>) -> [String] {
    var ended: [String] = []
    for byte in bytes {
      if byte == UInt8(ascii: "\n") {
        ended.append(endLine())
      } else if line.count < Self.length {
        line.append(byte)
      }
    }
    return ended
  }

  /// Treats the rest of the output as a complete line.
  mutating func finish() { if !line.isEmpty { _ = endLine() } }

  private mutating func endLine() -> String {
    let text = TextStyle.plain.harmless(String(decoding: line, as: UTF8.self).replacing("\r", with: ""))
    line.removeAll(keepingCapacity: true)
    last.append(text)
    if last.count > Self.lines { last.removeFirst() }
    return text
  }
}
