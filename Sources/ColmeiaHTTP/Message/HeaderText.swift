/// What may stand in a header field (RFC 9110 §5).
package enum HeaderText {
  /// How long the body is says the transport, or the receiver could be made to see another request in it.
  private static let framing: Set<String> = ["content-length", "transfer-encoding"]

  package static func isSendable(_ field: HTTPHeaders.Field) -> Bool {
    isToken(field.name) && isValue(field.value) && !framing.contains(field.name.lowercased())
  }

  /// A name: letters, digits and some marks, at least one.
  package static func isToken(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { URLText.isLetter($0) || URLText.isDigit($0) || "!#$%&'*+-.^_`|~".utf8.contains($0) }
  }

  /// A value: anything but control characters; a tab is fine.
  private static func isValue(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == UInt8(ascii: "\t") }
  }
}
