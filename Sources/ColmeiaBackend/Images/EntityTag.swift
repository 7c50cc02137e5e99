import ColmeiaHTTP

/// What a client says it already has (RFC 9110 §13.1.2).
enum EntityTag {
  /// Whether a field `If-None-Match` names `tag`: by `*`, or in its list, weak or not. A list that is not well-formed
  /// names nothing behind the mistake.
  ///
  /// - Complexity: O(length).
  static func isNamed(_ tag: String, in field: String) -> Bool {
    var rest = field.utf8[...]
    while let byte = rest.first {
      if byte == UInt8(ascii: "*") { return true }
      if byte == UInt8(ascii: ",") || byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") {
        rest = rest.dropFirst()
        continue
      }
      if rest.starts(with: "W/".utf8) { rest = rest.dropFirst(2) }
      guard rest.first == UInt8(ascii: "\""),
        let end = rest.dropFirst().firstIndex(of: UInt8(ascii: "\""))
      else { return false }
      if rest[...end].elementsEqual(tag.utf8) { return true }
      rest = rest[rest.index(after: end)...]
    }
    return false
  }
}

extension HTTPRequest {
  /// Whether one of the fields called `field` names a tag.
  func names(_ tag: String, in field: String) -> Bool {
    headers.values(of: field).contains { EntityTag.isNamed(tag, in: $0) }
  }
}
