import ColmeiaSecrets

/// A mistake in a scenario file: where it is, what is wrong, and what may have been meant.
package struct Diagnostic: Error, Sendable, Hashable {
  /// The bytes of the text that are wrong.
  package var range: Range<Int>
  /// What is wrong.
  package var message: String
  /// What to do.
  package var hint: String?

  init(_ range: Range<Int>, _ message: String, hint: String? = nil) {
    self.range = range
    self.message = message
    self.hint = hint
  }
}

/// The text of a scenario file, with the places of its lines.
package struct SourceText: Sendable {
  /// What the file is called in messages.
  package let name: String
  /// The text in UTF-8.
  package let bytes: [UInt8]
  /// What is a secret in it, as far as that can be seen without reading what it says.
  package let masker: Masker
  private let lineStarts: [Int]

  /// A text.
  package init(name: String, bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
    masker = Self.masker(of: bytes)
    lineStarts = [0] + bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
  }

  /// The line of a byte, from 1.
  ///
  /// - Complexity: O(log lines).
  package func line(of offset: Int) -> Int {
    var (low, high) = (0, lineStarts.count)
    while low + 1 < high {
      let middle = (low + high) / 2
      if lineStarts[middle] <= offset { low = middle } else { high = middle }
    }
    return low + 1
  }

  /// The column of a byte, in characters from 1.
  package func column(of offset: Int) -> Int {
    let start = lineStarts[line(of: offset) - 1]
    return String(decoding: bytes[start..<max(start, min(offset, bytes.count))], as: UTF8.self).count + 1
  }

  /// A line without its end.
  package func text(ofLine line: Int) -> String {
    let start = lineStarts[line - 1]
    let end = line < lineStarts.count ? lineStarts[line] - 1 : bytes.count
    let text = String(decoding: bytes[start..<max(start, end)], as: UTF8.self)
    return text.hasSuffix("\r") ? String(text.dropLast()) : text
  }

  /// The text of some bytes.
  package func text(_ range: Range<Int>) -> String {
    String(decoding: bytes[range.clamped(to: 0..<bytes.count)], as: UTF8.self)
  }

  /// `login.scn:12:10`.
  package func place(of offset: Int) -> String { "\(name):\(line(of: offset)):\(column(of: offset))" }

  /// A mistake as people read it: place and message, the line, a mark below it, and the hint.
  package func rendered(_ diagnostic: Diagnostic, _ style: TextStyle = .plain) -> String {
    let start = diagnostic.range.lowerBound
    let whole = text(ofLine: line(of: start))
    // What is shown is the line without secrets and what a terminal obeys, so the mark is where the mistake stands in that.
    let (line, before) = (shown(whole), shown(String(whole.prefix(column(of: start) - 1))))
    let wrong = shown(String(text(diagnostic.range).prefix { $0 != "\n" && $0 != "\r\n" }))
    let length = max(1, min(wrong.count, line.count - before.count))
    let indent = String(before.map { $0 == "\t" ? "\t" : " " })
    let mark = length == 1 ? "^" : String(repeating: "~", count: length)
    var text = "\(style.bold(place(of: start) + ":")) \(style.red("error:")) \(shown(diagnostic.message))\n"
    text += "  \(line)\n  \(indent)\(style.red(mark))"
    if let hint = diagnostic.hint { text += "\n  hint: \(shown(hint))" }
    return text
  }

  private func shown(_ text: String) -> String { TextStyle.plain.harmless(masker(text)) }
}

/// Colours for a terminal, or none.
package struct TextStyle: Sendable, Hashable {
  /// Whether there are colours.
  package var hasColor: Bool
  /// No colours.
  package static let plain = TextStyle(hasColor: false)
  /// Colours.
  package static let colored = TextStyle(hasColor: true)

  /// A style.
  package init(hasColor: Bool) { self.hasColor = hasColor }

  func red(_ text: String) -> String { wrap(text, "31") }
  func green(_ text: String) -> String { wrap(text, "32") }
  func yellow(_ text: String) -> String { wrap(text, "33") }
  func dim(_ text: String) -> String { wrap(text, "2") }
  func bold(_ text: String) -> String { wrap(text, "1") }
  private func wrap(_ text: String, _ code: String) -> String {
    let text = Self.plain.harmless(text)
    return hasColor ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}
