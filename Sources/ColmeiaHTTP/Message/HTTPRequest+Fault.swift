extension HTTPRequest {
  /// The reason why this request can't be sent as it is, or `nil` if it can.
  package var fault: RequestFault? { fault(bodyLength: body.count) }

  /// Returns the reason why this request can't be sent with a body of `bodyLength` bytes, or `nil` if it can.
  ///
  /// A line break in a header field would let its value add fields or a whole request (RFC 9112 §11.1). It is therefore
  /// rejected here, without relying on the platform.
  ///
  /// - Complexity: O(length of address and header fields).
  package func fault(bodyLength: Int) -> RequestFault? {
    if !HeaderText.isToken(method.rawValue) { return .method }
    guard path.hasPrefix("/"), let address = WebAddress(rawValue: url), address.fragment == nil else { return .address }
    if bodyLength > 0 && (method == .get || method == .head) { return .body }
    return headers.fields.first { !HeaderText.isSendable($0) }.map { .header($0.name) }
  }
}
