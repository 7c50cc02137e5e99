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
    do throws(AddressFault) { try checkAddress() } catch { throw .address(fault: error) }
    if bodyLength ?? body.count > 0 && (method == .get || method == .head) { throw .body }
    if let field = headers.fields.first(where: { !HeaderText.isSendable($0) }) { throw .header(field.name) }
    var request = self
    let plain = path.prefix { $0 != "?" }
    request.path = WebAddress.withoutDots(plain) + path[plain.endIndex...]
    return request
  }
  private func checkAddress() throws(AddressFault) {
    let address = try WebAddress(url)
    // The transports would disagree on a path in the origin.
    let slash = origin.firstRange(of: "://").flatMap { origin[$0.upperBound...].firstIndex(of: "/") }
    guard slash == nil, path.hasPrefix("/") else { throw AddressFault(.path, at: slash ?? origin.endIndex, of: origin) }
    if address.fragment != nil {
      throw AddressFault(.fragment, at: url.utf8.firstIndex(of: UInt8(ascii: "#")) ?? url.endIndex, of: url)
    }
  }
}
