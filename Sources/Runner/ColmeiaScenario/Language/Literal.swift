import ColmeiaJSON

/// A JSON value with variables: `{{name}}` within a string, or in place of a whole value.
package struct Literal: Sendable, Hashable {
  /// The value, including the placeholders of variables.
  package var template: JSON
  /// The literal's range in the text.
  package var range: Range<Int>

  /// Creates a literal.
  package init(template: JSON, range: Range<Int>) { (self.template, self.range) = (template, range) }

  /// The delimiter of a string that stands for the whole value of a variable.
  static let mark: UInt8 = 0x7F

  /// Whether the literal is a variable, whose value may have any kind.
  var isVariable: Bool { template.string.flatMap(Self.variable) != nil }

  /// The names of the variables in the literal.
  package var variables: [String] {
    var names: [String] = []
    Self.collect(&names, template)
    return names
  }

  private static func collect(_ names: inout [String], _ json: JSON) {
    switch json {
    case .string(let text): collect(&names, text)
    case .array(let elements): for element in elements { collect(&names, element) }
    case .object(let object):
      for member in object {
        collect(&names, member.key)
        collect(&names, member.value)
      }
    case .null, .bool, .number: break
    }
  }

  private static func collect(_ names: inout [String], _ text: String) {
    // Most strings contain no variables, and scanning the bytes once is faster than searching for a substring.
    guard text.utf8.contains(where: { $0 == UInt8(ascii: "{") || $0 == mark }) else { return }
    if let name = variable(text) { return names.append(name) }
    var rest = text[...]
    while let (_, name, after) = split(rest) {
      names.append(name)
      rest = after
    }
  }

  /// Returns the name of the variable whose whole value the string stands for, or `nil` if there is none.
  static func variable(_ text: String) -> String? {
    let bytes = text.utf8
    guard bytes.first == mark, bytes.last == mark, bytes.count > 2 else { return nil }
    let name = bytes.dropFirst().dropLast()
    return name.allSatisfy(Cursor.isWord) ? String(Substring(name)) : nil
  }

  /// Splits a string at its first `{{name}}`.
  static func split(_ text: Substring) -> (before: Substring, name: String, after: Substring)? {
    guard let start = pair(of: UInt8(ascii: "{"), in: text),
      let end = pair(of: UInt8(ascii: "}"), in: text[start.upperBound...])
    else { return nil }
    var name = text[start.upperBound..<end.lowerBound].drop { $0 == " " }
    while name.last == " " { name.removeLast() }
    return (text[..<start.lowerBound], String(name), text[end.upperBound...])
  }
  /// Returns the range of the first two consecutive occurrences of `byte`.
  private static func pair(of byte: UInt8, in text: Substring) -> Range<String.Index>? {
    var rest = text.utf8
    while let first = rest.firstIndex(of: byte) {
      rest = rest[rest.index(after: first)...]
      if rest.first == byte { return first..<rest.index(after: rest.startIndex) }
    }
    return nil
  }
}

extension [UInt8] {
  /// Creates bytes from pairs of hexadecimal digits; `nil` if the text is something else.
  package init?(hexadecimal text: String) {
    let digits = text.utf8.map(HexadecimalDigit.value)
    guard digits.count.isMultiple(of: 2), !digits.contains(nil) else { return nil }
    self = stride(from: 0, to: digits.count, by: 2).map { (digits[$0] ?? 0) << 4 | (digits[$0 + 1] ?? 0) }
  }
}
