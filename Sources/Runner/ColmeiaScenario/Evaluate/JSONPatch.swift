import ColmeiaJSON

/// The operations that turn one JSON value into another (RFC 6902: `add`, `remove`, `replace`).
package enum JSONPatch {
  /// Returns the operations that turn `before` into `after`.
  ///
  /// - Complexity: O(length).
  package static func between(_ before: JSON, _ after: JSON) -> [JSONChange] {
    JSONDifference.between(before, after).map(JSONChange.init)
  }
}

/// One operation of a patch.
package struct JSONChange: Codable, Sendable, Hashable {
  /// The name of an operation.
  package enum Operation: String, Codable, Sendable { case add, remove, replace }

  package var op: Operation
  /// The place, as a JSON Pointer (RFC 6901), such as `/events/0/name`.
  package var path: String
  /// The new value, or `nil` if the old one is removed.
  package var value: JSON?

  /// Creates the operation that makes up for a difference.
  package init(_ difference: JSONDifference) {
    op = difference.after == nil ? .remove : difference.before == nil ? .add : .replace
    (path, value) = (Self.pointer(to: difference.path), difference.after)
  }

  package init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    op = try members.decode(Operation.self, forKey: .op)
    path = try members.decode(String.self, forKey: .path)
    // A new value may be `null`.
    value = op == .remove ? nil : try members.decode(JSON.self, forKey: .value)
  }

  /// Appends the operation to a text.
  package func append(to text: inout JSONText) {
    switch op {
    case .add: text.append(piece: #"{"op":"add","path":"#)
    case .remove: text.append(piece: #"{"op":"remove","path":"#)
    case .replace: text.append(piece: #"{"op":"replace","path":"#)
    }
    text.append(.string(path))
    if let value {
      text.append(piece: #","value":"#)
      text.append(value)
    }
    text.append(piece: "}")
  }

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
