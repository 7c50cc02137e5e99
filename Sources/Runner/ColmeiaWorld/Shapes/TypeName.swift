import ColmeiaJSON

/// The name of a type for languages without modules and dots: `FeedState` for `App.Feed.State`.
enum TypeName {
  static func of(_ type: Any.Type) -> String { of(QualifiedName.of(type)) }

  /// - Parameter text: The qualified name of the type.
  static func of(_ text: String) -> String {
    var (name, chain, depth) = ("", [Substring](), 0)
    var rest = text[...]
    while let character = rest.first {
      // A private type is declared in a context without a name: `(unknown context at $1234)`.
      depth += character == "(" ? 1 : character == ")" ? -1 : 0
      let word = depth > 0 ? "" : rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
      if !word.isEmpty { chain.append(word) }
      rest = rest.dropFirst(max(1, word.count))
      if rest.first != ".", depth == 0, character != ".", character != ")" || rest.isEmpty {
        name += joined(chain)
        chain = []
      }
    }
    return name + joined(chain)
  }

  /// Joins the names without the module, which comes first.
  private static func joined(_ chain: [Substring]) -> String {
    (chain.count > 1 ? chain.dropFirst() : chain[...]).map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }
}
