import ColmeiaSecrets
import Synchronization

/// A mistake in a scenario file: its position, a message and a hint.
package struct Diagnostic: Error, Sendable, Hashable {
  /// The range of the mistake in bytes.
  package var range: Range<Int>
  /// The description of the mistake.
  package var message: String
  /// Advice on how to fix it.
  package var hint: String?

  package init(_ range: Range<Int>, _ message: String, hint: String? = nil) {
    self.range = range
    self.message = message
    self.hint = hint
  }
}

/// The text of a scenario file and of the files that it includes, with the positions of its lines.
package struct SourceText: Sendable {
  /// A file in the text.
  struct Part: Sendable {
    /// The name of the file in messages.
    var name: String
    /// The range of its text.
    var range: Range<Int>
    /// The number of lines before it.
    var lines: Int
    /// The position of the line that includes it, or `nil` for the scenario file.
    var includedAt: Int?
  }

  /// The name of the scenario file in messages.
  package let name: String
  /// The text in UTF-8.
  package private(set) var bytes: [UInt8]
  /// The scenario file, and then the files that it includes.
  private(set) var parts: [Part]
  private var lineStarts: [Int]
  private var found = Found()

  /// Creates a text.
  package init(name: String, bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
    parts = [Part(name: name, range: 0..<bytes.count, lines: 0)]
    lineStarts = [0] + bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
  }

  /// Adds the text of an included file at the end.
  mutating func append(_ file: SourceText, includedAt line: Int) {
    bytes.append(UInt8(ascii: "\n"))
    let start = bytes.count
    bytes += file.bytes
    let range = start..<bytes.count
    parts.append(Part(name: file.name, range: range, lines: lineStarts.count, includedAt: line))
    lineStarts += file.lineStarts.map { $0 + start }
    found = Found()
  }

  /// Returns the file of a byte.
  func part(of offset: Int) -> Part { parts.last { $0.range.lowerBound <= offset } ?? parts[0] }

  /// A masker that knows the secrets in the text, as far as they can be found without parsing it.
  ///
  /// - Complexity: O(bytes) the first time, then O(1).
  package var masker: Masker {
    found.masker.withLock { known in
      let masker = known ?? Self.masker(of: bytes)
      known = masker
      return masker
    }
  }

  /// What is found in the text when it is first needed: not in a file without mistakes that is only checked.
  private final class Found: Sendable {
    let masker = Mutex<Masker?>(nil)
  }

  /// Returns the line of a byte in its file, from 1.
  ///
  /// - Complexity: O(log lines + files).
  package func line(of offset: Int) -> Int { number(of: offset) - part(of: offset).lines }

  /// Returns the number of a byte's line among those of all files, from 1.
  private func number(of offset: Int) -> Int {
    var (low, high) = (0, lineStarts.count)
    while low + 1 < high {
      let middle = (low + high) / 2
      if lineStarts[middle] <= offset { low = middle } else { high = middle }
    }
    return low + 1
  }

  /// Returns the column of a byte, in characters from 1.
  package func column(of offset: Int) -> Int {
    let line = number(of: offset)
    // A byte order mark is not a character.
    let start = lineStarts[line - 1] + (line == 1 && bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
    return String(decoding: bytes[start..<max(start, min(offset, bytes.count))], as: UTF8.self).count + 1
  }

  /// Returns a line, by its number among those of all files, without its line break.
  private func text(ofLine line: Int) -> String {
    let start = lineStarts[line - 1]
    let end = line < lineStarts.count ? lineStarts[line] - 1 : bytes.count
    let text = String(decoding: bytes[start..<max(start, end)], as: UTF8.self)
    return text.hasSuffix("\r") ? String(text.dropLast()) : text
  }

  /// Returns the text of a range of bytes.
  package func text(_ range: Range<Int>) -> String {
    String(decoding: bytes[range.clamped(to: 0..<bytes.count)], as: UTF8.self)
  }

  /// Returns the position of a byte for messages, such as `login.scn:12:10`.
  package func location(of offset: Int) -> String {
    "\(part(of: offset).name):\(line(of: offset)):\(column(of: offset))"
  }

  /// Returns how a run gets to a byte: the calls of procedures, and the lines that include its file.
  ///
  /// - Parameter calls: The positions of the calls, outermost first.
  package func origins(of offset: Int, _ calls: [Int] = []) -> [String] {
    let lines = sequence(first: offset) { part(of: $0).includedAt }.dropFirst()
    return calls.reversed().map { "called in \(location(of: $0))" } + lines.map { "included in \(location(of: $0))" }
  }

  /// Whether a byte is in an included file.
  package func isIncluded(_ offset: Int) -> Bool { part(of: offset).includedAt != nil }

  /// Returns a message with its location and how a run gets there, with secrets masked.
  package func located(_ offset: Int, _ text: String, _ calls: [Int] = []) -> String {
    (["\(location(of: offset)): \(shown(text))"] + origins(of: offset, calls)).joined(separator: ", ")
  }

  /// Returns a readable description of a mistake: the position and the message, the line with a marker below it, and
  /// the hint.
  package func rendered(_ diagnostic: Diagnostic, _ style: TextStyle = .plain) -> String {
    let start = diagnostic.range.lowerBound
    let whole = text(ofLine: number(of: start))
    // The displayed line is masked and escaped, so the marker is placed at the corresponding position in it.
    let (line, before) = (shown(whole), shown(String(whole.prefix(column(of: start) - 1))))
    let wrong = shown(String(text(diagnostic.range).prefix { $0 != "\n" && $0 != "\r\n" }))
    let (excerpt, beginning) = Self.excerpt(of: line, at: before.count)
    let length = max(1, min(wrong.count, excerpt.count - beginning))
    let indent = String(excerpt.prefix(beginning).map { $0 == "\t" ? "\t" : " " })
    let mark = length == 1 ? "^" : String(repeating: "~", count: length)
    var text = "\(style.bold(location(of: start) + ":")) \(style.red("error:")) \(shown(diagnostic.message))\n"
    text += "  \(excerpt)\n  \(indent)\(style.red(mark))"
    if let hint = diagnostic.hint { text += "\n  hint: \(shown(hint))" }
    return ([text] + origins(of: start)).joined(separator: "\n  ")
  }

  /// The maximum number of characters of a line in a description.
  static let excerptLimit = 160

  /// Returns the part of a line around a position, and the position in this part.
  private static func excerpt(of line: String, at position: Int) -> (text: String, position: Int) {
    if line.count <= excerptLimit { return (line, position) }
    let start = max(0, min(position - excerptLimit / 2, line.count - excerptLimit))
    let part = line.dropFirst(start).prefix(excerptLimit)
    let (head, tail) = (start > 0 ? "…" : "", start + excerptLimit < line.count ? "…" : "")
    return (head + part + tail, head.count + position - start)
  }

  private func shown(_ text: String) -> String { TextStyle.plain.harmless(masker(text)) }
}

/// The style of terminal output: with or without colors.
package struct TextStyle: Sendable, Hashable {
  /// Whether the output has colors.
  package var hasColor: Bool
  /// A style without colors.
  package static let plain = TextStyle(hasColor: false)
  /// A style with colors.
  package static let colored = TextStyle(hasColor: true)

  /// Creates a style.
  package init(hasColor: Bool) { self.hasColor = hasColor }

  package func red(_ text: String) -> String { wrap(text, "31") }
  package func green(_ text: String) -> String { wrap(text, "32") }
  package func yellow(_ text: String) -> String { wrap(text, "33") }
  package func dim(_ text: String) -> String { wrap(text, "2") }
  package func bold(_ text: String) -> String { wrap(text, "1") }
  private func wrap(_ text: String, _ code: String) -> String {
    let text = Self.plain.harmless(text)
    return hasColor ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}
