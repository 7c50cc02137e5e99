import ColmeiaJSON

/// A JSON value with variables in it: `{{name}}` within a string, or alone in the place of a value.
package struct Literal: Sendable, Hashable {
  /// The value, with the places of the variables in it.
  package var template: JSON
  /// Where it stands.
  package var range: Range<Int>

  /// What marks a string that is nothing but a variable's place.
  static let mark: Character = "\u{7F}"

  /// The names of the variables in it.
  package var variables: [String] { Self.variables(in: template) }

  private static func variables(in json: JSON) -> [String] {
    switch json {
    case .string(let text): names(in: text)
    case .array(let elements): elements.flatMap(variables)
    case .object(let object): object.flatMap { names(in: $0.key) + variables(in: $0.value) }
    case .null, .bool, .number: []
    }
  }

  private static func names(in text: String) -> [String] {
    // Most texts have none, and looking for two characters takes longer than reading the text once.
    guard text.utf8.contains(where: { $0 == UInt8(ascii: "{") || $0 == 0x7F }) else { return [] }
    if let name = variable(text) { return [name] }
    var (names, rest): ([String], Substring) = ([], text[...])
    while let (_, name, after) = split(rest) {
      names.append(name)
      rest = after
    }
    return names
  }

  /// The variable whose place the whole text is.
  static func variable(_ text: String) -> String? {
    text.first == mark && text.last == mark && text.count > 2 ? String(text.dropFirst().dropLast()) : nil
  }

  /// The next `{{name}}`.
  static func split(_ text: Substring) -> (before: Substring, name: String, after: Substring)? {
    guard let start = pair(of: UInt8(ascii: "{"), in: text),
      let end = pair(of: UInt8(ascii: "}"), in: text[start.upperBound...])
    else { return nil }
    var name = text[start.upperBound..<end.lowerBound].drop { $0 == " " }
    while name.last == " " { name.removeLast() }
    return (text[..<start.lowerBound], String(name), text[end.upperBound...])
  }
  /// Where this byte first stands twice.
  private static func pair(of byte: UInt8, in text: Substring) -> Range<String.Index>? {
    var rest = text.utf8
    while let first = rest.firstIndex(of: byte) {
      rest = rest[rest.index(after: first)...]
      if rest.first == byte { return first..<rest.index(after: rest.startIndex) }
    }
    return nil
  }
}
