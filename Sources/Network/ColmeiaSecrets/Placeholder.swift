import ColmeiaJSON

/// The replacement for a secret in a cassette, such as `<token 1>`.
package enum Placeholder {
  /// The values of placeholders, as determined while a request is compared.
  package typealias Bindings = [String: String]

  package static func text(_ kind: String, _ number: Int) -> String { "<\(kind) \(number)>" }

  /// Returns the placeholder for the same secret in Base64, such as `<token-encoded 1>`.
  static func encoded(_ placeholder: String) -> String { placeholder.replacing(" ", with: "-encoded ") }

  /// Whether the whole text is one placeholder.
  package static func isOne(_ text: String) -> Bool {
    guard text.utf8.first == UInt8(ascii: "<") else { return false }
    let parts = parts(of: text)
    return parts.count == 1 && parts[0].isPlaceholder
  }

  /// A placeholder, or text without any.
  private struct Part {
    var text: Substring
    var isPlaceholder: Bool
  }

  /// Splits a text into placeholders and the text between them.
  private static func parts(of text: String) -> [Part] {
    var parts: [Part] = []
    var start = text.startIndex
    var position = text.startIndex
    while let opening = text[position...].firstIndex(of: "<") {
      guard let end = end(of: text[opening...]) else {
        position = text.index(after: opening)
        continue
      }
      if start < opening { parts.append(Part(text: text[start..<opening], isPlaceholder: false)) }
      parts.append(Part(text: text[opening..<end], isPlaceholder: true))
      (start, position) = (end, end)
    }
    if start < text.endIndex { parts.append(Part(text: text[start...], isPlaceholder: false)) }
    return parts
  }

  /// Returns the end of the placeholder with which a text begins, or `nil` if it begins with none.
  private static func end(of text: Substring) -> Substring.Index? {
    var rest = text.dropFirst()
    let kind = rest.prefix { $0.isASCII && ($0.isLetter || $0 == "_" || $0 == "-") }
    rest = rest[kind.endIndex...]
    guard !kind.isEmpty, rest.popFirst() == " " else { return nil }
    let digits = rest.prefix { ("0"..."9").contains($0) }
    rest = rest[digits.endIndex...]
    return !digits.isEmpty && rest.popFirst() == ">" ? rest.startIndex : nil
  }

  /// Whether a text matches a recorded one, in which each placeholder stands for any nonempty text, and for the same
  /// one each time. Placeholders match as little as possible. Scalars are compared, as they are sent.
  ///
  /// - Complexity: O(placeholders × length).
  package static func matches(_ recorded: String, _ text: String, _ bindings: inout Bindings) -> Bool {
    if !recorded.utf8.contains(UInt8(ascii: "<")) { return recorded.isIdentical(to: text) }
    let parts = parts(of: recorded)
    var rest = text.unicodeScalars[...]
    for (index, part) in parts.enumerated() {
      if !part.isPlaceholder {
        guard rest.starts(with: part.text.unicodeScalars) else { return false }
        rest = rest.dropFirst(part.text.unicodeScalars.count)
        continue
      }
      let value: Substring.UnicodeScalarView
      if let known = bindings[String(part.text)]?.unicodeScalars {
        guard rest.starts(with: known) else { return false }
        value = rest.prefix(known.count)
      } else if index == parts.count - 1 {
        value = rest
      } else {
        let next = parts[index + 1]
        if let known = next.isPlaceholder ? bindings[String(next.text)] : String(next.text) {
          guard let end = rest.firstRange(of: known.unicodeScalars)?.lowerBound else { return false }
          value = rest[..<end]
        } else {
          value = rest.prefix(1)
        }
      }
      if value.isEmpty { return false }
      bindings[String(part.text)] = String(value)
      rest = rest[value.endIndex...]
    }
    return rest.isEmpty
  }

  /// Returns the text with each placeholder replaced by its known value.
  package static func filled(_ text: String, _ bindings: Bindings) -> String {
    if bindings.isEmpty || !text.utf8.contains(UInt8(ascii: "<")) { return text }
    return parts(of: text).map { $0.isPlaceholder ? bindings[String($0.text)] ?? String($0.text) : String($0.text) }
      .joined()
  }
}
