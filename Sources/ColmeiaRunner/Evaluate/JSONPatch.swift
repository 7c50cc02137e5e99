import ColmeiaJSON

/// Changes that make one JSON value of another (RFC 6902: `add`, `remove`, `replace`).
package enum JSONPatch {
  /// The changes that make `after` of `before`.
  ///
  /// - Complexity: O(length).
  package static func between(_ before: JSON, _ after: JSON) -> JSON { of(JSONDifference.between(before, after)) }

  /// The changes that make the differences.
  static func of(_ differences: [JSONDifference]) -> JSON {
    .array(
      differences.map { difference in
        let path = JSON.string(pointer(to: difference.path))
        switch (difference.before, difference.after) {
        case (_?, let after?): return ["op": "replace", "path": path, "value": after]
        case (nil, let after?): return ["op": "add", "path": path, "value": after]
        default: return ["op": "remove", "path": path]
        }
      })
  }

  /// The way to a value as text (RFC 6901): `/events/0/name`.
  private static func pointer(to path: JSONPath) -> String {
    path.steps.map { step in
      switch step {
      case .index(let index): "/\(index)"
      case .key(let key): "/" + escaped(key)
      }
    }.joined()
  }

  /// Byte by byte: a mark that joins a letter in front of it does so to no slash.
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
