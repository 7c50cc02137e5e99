import ColmeiaHTTP

extension HTTPRequest {
  /// What keeps this request from being sent as it is; `nil` when nothing does.
  var fault: RequestFault? { fault(bodyLength: body.count) }

  /// What keeps it from being sent with a body of so many bytes.
  ///
  /// A line break in a header field would let its value add fields or a whole request of its own (RFC 9112 §11.1), so it
  /// is refused here, and not left to the platform.
  ///
  /// - Complexity: O(length of address and header fields).
  func fault(bodyLength: Int) -> RequestFault? {
    if !HeaderText.isToken(method.rawValue) { return .method }
    guard path.hasPrefix("/"), let address = WebAddress(rawValue: url), address.fragment == nil else { return .address }
    if bodyLength > 0 && (method == .get || method == .head) { return .body }
    return headers.fields.first { !HeaderText.isSendable($0) }.map { .header($0.name) }
  }
}

/// What may stand in a header field (RFC 9110 §5).
enum HeaderText {
  /// How long the body is says the transport, or the receiver could be made to see another request in it.
  private static let framing: Set<String> = ["content-length", "transfer-encoding"]

  static func isSendable(_ field: HTTPHeaders.Field) -> Bool {
    isToken(field.name) && isValue(field.value) && !framing.contains(field.name.lowercased())
  }

  /// A name: letters, digits and some marks, at least one.
  static func isToken(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { URLText.isLetter($0) || URLText.isDigit($0) || "!#$%&'*+-.^_`|~".utf8.contains($0) }
  }

  /// A value: anything but control characters; a tab is fine.
  private static func isValue(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == UInt8(ascii: "\t") }
  }
}
