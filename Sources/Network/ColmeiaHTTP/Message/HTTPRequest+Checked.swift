extension HTTPRequest {
  /// Returns the request as every transport sends it, after checking that it can be sent.
  ///
  /// A line break in a header field would let its value add fields or a whole request (RFC 9112 §11.1). It is therefore
  /// rejected here, without relying on the platform. `.` and `..` segments are removed from the path, because they
  /// belong to relative references only (RFC 3986 §6.2.2.3), and some platforms remove them and others don't.
  ///
  /// - Parameter bodyLength: The number of bytes of a separate body, or `nil` if the body is the request's own.
  /// - Throws: The reason why the request can't be sent.
  /// - Complexity: O(length of address and header fields).
  package func checked(bodyLength: Int? = nil) throws(RequestFault) -> HTTPRequest {
    if !HeaderText.isToken(method.rawValue) { throw .method }
    // The transports would disagree on a path in the origin.
    guard path.hasPrefix("/"), let scheme = origin.firstRange(of: "://"),
      !origin[scheme.upperBound...].contains("/"), let address = WebAddress(rawValue: url), address.fragment == nil
    else { throw .address }
    if bodyLength ?? body.count > 0 && (method == .get || method == .head) { throw .body }
    if let field = headers.fields.first(where: { !HeaderText.isSendable($0) }) { throw .header(field.name) }
    var request = self
    let plain = path.prefix { $0 != "?" }
    request.path = WebAddress.withoutDots(plain) + path[plain.endIndex...]
    return request
  }
}
