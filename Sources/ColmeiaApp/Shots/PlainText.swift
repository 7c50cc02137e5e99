/// HTML as a line of text, for front ends that draw no HTML. It is no parser: what it does not know it leaves as it is.
enum PlainText {
  private static let entities = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "#39": "'", "nbsp": " ",
  ]

  /// The text without tags, with the commonest character references replaced, and with one space wherever there was white
  /// space or a tag that begins a new line.
  ///
  /// - Complexity: O(length).
  static func of(_ html: String) -> String {
    var text = ""
    var rest = html[...]
    while let character = rest.first {
      if character == "<", let tag = tag(rest) {
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

  /// What is between `<` and `>`, if that is a tag: `</p`.
  private static func tag(_ rest: Substring) -> Substring? {
    guard let first = rest.dropFirst().first, first.isLetter || first == "/" || first == "!" else { return nil }
    return rest.firstIndex(of: ">").map { rest[..<$0] }
  }

  private static func breaksLine(_ tag: Substring) -> Bool {
    let name = tag.drop { $0 == "<" || $0 == "/" }.prefix { $0.isLetter || $0.isNumber }.lowercased()
    return ["p", "br", "div", "li", "ul", "ol", "h1", "h2", "h3"].contains(name)
  }

  private static func entity(_ rest: Substring) -> (text: String, length: Int)? {
    // The longest of them has four letters; further away than this its end is not looked for.
    guard let end = rest.prefix(8).firstIndex(of: ";") else { return nil }
    let name = rest[..<end].dropFirst()
    return entities[String(name)].map { ($0, name.count + 2) }
  }
}
