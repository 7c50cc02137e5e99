/// Converts HTML to one line of plain text, for front ends that don't render HTML. It isn't a full parser: what it
/// doesn't recognize is left unchanged.
enum PlainText {
  private static let entities = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "#39": "'", "nbsp": " ",
  ]

  /// Returns the text without tags, with the most common character references replaced, and with a single space in
  /// place of white space or of a tag that starts a new line.
  ///
  /// - Complexity: O(length).
  static func of(_ html: String) -> String {
    var text = ""
    var rest = html[...]
    let lastEnd = html.lastIndex(of: ">") ?? html.startIndex
    while let character = rest.first {
      if character == "<", rest.startIndex < lastEnd, let tag = tag(rest) {
        if breaksLine(tag) { text += " " }
        rest = rest[tag.endIndex...].dropFirst()
      } else if character == "&", let entity = entity(rest) {
        text += entity.text
        rest = rest.dropFirst(entity.length)
      } else {
        text.append(character)
        rest.removeFirst()
      }
    }
    return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// Returns the text from `<` up to `>` if it's a tag, such as `</p`.
  private static func tag(_ rest: Substring) -> Substring? {
    guard let first = rest.dropFirst().first, first.isLetter || first == "/" || first == "!" else { return nil }
    return rest.firstIndex(of: ">").map { rest[..<$0] }
  }

  private static func breaksLine(_ tag: Substring) -> Bool {
    let name = tag.drop { $0 == "<" || $0 == "/" }.prefix { $0.isLetter || $0.isNumber }.lowercased()
    return ["p", "br", "div", "li", "ul", "ol", "h1", "h2", "h3"].contains(name)
  }

  private static func entity(_ rest: Substring) -> (text: String, length: Int)? {
    // The longest known entity has four letters, so the terminator is searched for only within this distance.
    guard let end = rest.prefix(8).firstIndex(of: ";") else { return nil }
    let name = rest[..<end].dropFirst()
    return entities[String(name)].map { ($0, name.count + 2) }
  }
}

extension Shot {
  /// The description as plain text, without tags.
  ///
  /// - Complexity: O(length).
  public var plainDescription: String? { description.map(PlainText.of) }
}
