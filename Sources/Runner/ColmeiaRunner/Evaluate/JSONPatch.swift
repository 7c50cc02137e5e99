import ColmeiaJSON

/// The operations that turn one JSON value into another (RFC 6902: `add`, `remove`, `replace`).
package enum JSONPatch {
  /// Returns the operations that turn `before` into `after`, as text.
  ///
  /// - Complexity: O(length).
  package static func between(_ before: JSON, _ after: JSON) -> String {
    text(of: JSONDifference.between(before, after))
  }

  /// Returns the operations for the differences, as text.
  static func text(of differences: [JSONDifference]) -> String {
    var text = JSONText()
    append(differences, to: &text)
    return text.text
  }

  /// Appends the operations for the differences.
  static func append(_ differences: [JSONDifference], to text: inout JSONText) {
    text.append(piece: "[")
    for index in differences.indices {
      let difference = differences[index]
      if index > 0 { text.append(piece: ",") }
      switch (difference.before, difference.after) {
      case (_, nil): text.append(piece: #"{"op":"remove","path":"#)
      case (nil, _): text.append(piece: #"{"op":"add","path":"#)
      default: text.append(piece: #"{"op":"replace","path":"#)
      }
      text.append(.string(pointer(to: difference.path)))
      if let after = difference.after {
        text.append(piece: #","value":"#)
        text.append(after)
      }
      text.append(piece: "}")
    }
    text.append(piece: "]")
  }

  /// Returns the JSON Pointer of a path (RFC 6901), such as `/events/0/name`.
  private static func pointer(to path: JSONPath) -> String {
    var text = ""
    for step in path.steps {
      text += "/"
      switch step {
      case .index(let index): text += index.description
      case .key(let key): text += escaped(key)
      }
    }
    return text
  }

  /// Escapes a key bytewise, because a combining mark after a slash would form a different character with it.
  private static func escaped(_ key: String) -> String {
    guard key.utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) else { return key }
    let bytes = key.utf8.flatMap { byte -> [UInt8] in
      switch byte {
      case UInt8(ascii: "~"): Array("~0".utf8)
      case UInt8(ascii: "/"): Array("~1".utf8)
      default: [byte]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
