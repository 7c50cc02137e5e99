/// What a server has written: its last lines, so many and so long at most, whatever it writes.
struct ServerOutput: Sendable {
  /// How many lines are kept, and how many bytes of one.
  static let (lines, length) = (20, 1_000)

  /// The last lines that have ended, the oldest first.
  private(set) var last: [String] = []
  private var line: [UInt8] = []

  /// Takes bytes; the lines that have ended in them.
  mutating func take(_ bytes: some Sequence<UInt8>) -> [String] {
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

  /// Takes what there is of a line as one, at the end.
  mutating func finish() { if !line.isEmpty { _ = endLine() } }

  private mutating func endLine() -> String {
    let text = TextStyle.plain.harmless(String(decoding: line, as: UTF8.self).replacing("\r", with: ""))
    line.removeAll(keepingCapacity: true)
    last.append(text)
    if last.count > Self.lines { last.removeFirst() }
    return text
  }
}
