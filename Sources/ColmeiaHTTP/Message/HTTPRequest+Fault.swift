extension HTTPRequest {
  /// What keeps this request from being sent as it is; `nil` when nothing does.
  package var fault: RequestFault? { fault(bodyLength: body.count) }

  /// What keeps it from being sent with a body of so many bytes.
  ///
  /// A line break in a header field would let its value add fields or a whole request of its own (RFC 9112 §11.1), so it
  /// is refused here, and not left to the platform.
  ///
  /// - Complexity: O(length of address and header fields).
  package func fault(bodyLength: Int) -> RequestFault? {
    if !HeaderText.isToken(method.rawValue) { return .method }
    guard path.hasPrefix("/"), let address = WebAddress(rawValue: url), address.fragment == nil else { return .address }
    if bodyLength > 0 && (method == .get || method == .head) { return .body }
    return headers.fields.first { !HeaderText.isSendable($0) }.map { .header($0.name) }
  }
}
