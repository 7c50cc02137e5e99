/// Names of keys in snake case.
enum SnakeCase {
  /// Returns a name in snake case: `first_name` for `firstName`, `my_url_text` for `myURLText`. Digits don't begin a
  /// word. Underscores, and names that are already in snake case, stay as they are.
  ///
  /// - Complexity: O(length).
  static func snake(_ name: String) -> String {
    let letters = Array(name)
    var text = ""
    for (place, letter) in letters.enumerated() {
      let (before, after) = (place > 0 ? letters[place - 1] : "_", place + 1 < letters.count ? letters[place + 1] : "_")
      // A word begins with a capital after a small letter, and with the last capital before a small letter.
      if letter.isUppercase, before != "_", !before.isUppercase || after.isLowercase { text += "_" }
      text += letter.lowercased()
    }
    return text
  }

  /// Returns a name in camel case: `firstName` for `first_name`. Underscores at the beginning and the end stay.
  ///
  /// - Complexity: O(length).
  static func camel(_ name: String) -> String {
    let start = name.prefix { $0 == "_" }
    let words = name.dropFirst(start.count).split(separator: "_")
    let end = words.isEmpty ? "" : String(name.reversed().prefix { $0 == "_" })
    return start + (words.first ?? "") + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
      + end
  }
}

extension JSONCoding {
  /// Returns the name of a key in JSON.
  @inline(__always) func name<Key: CodingKey>(_ key: Key) -> String {
    keys == .asWritten ? key.stringValue : converted(key)
  }

  @inline(never) private func converted<Key: CodingKey>(_ key: Key) -> String {
    Self.isDictionaryKey(Key.self) ? key.stringValue : SnakeCase.snake(key.stringValue)
  }

  /// Returns the key with a name in JSON, or `nil` if the type has none.
  func key<Key: CodingKey>(_ name: String, _ type: Key.Type) -> Key? {
    if keys == .asWritten || Self.isDictionaryKey(type) { return Key(stringValue: name) }
    return Key(stringValue: SnakeCase.camel(name)) ?? Key(stringValue: name)
  }
}
