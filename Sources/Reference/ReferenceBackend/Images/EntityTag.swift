import ColmeiaHTTP

/// The comparison of entity tags in conditional requests (RFC 9110 §13.1.2).
enum EntityTag {
  /// Returns whether a field `If-None-Match` matches `tag`, either by `*` or by a strong or weak tag in its list. If
  /// the list is malformed, only the tags before the error count.
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
  /// Returns whether any of the fields named `field` matches a tag.
  func names(_ tag: String, in field: String) -> Bool {
    headers.values(of: field).contains { EntityTag.isNamed(tag, in: $0) }
  }
}
