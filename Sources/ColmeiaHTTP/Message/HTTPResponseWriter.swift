/// Makes bytes of an answer (RFC 9112 §4).
package enum HTTPResponseWriter {
  /// The bytes of an answer to a request of `method`.
  ///
  /// A header field that would break out of its line makes the answer a 500: whatever put it there is a mistake of this
  /// side.
  ///
  /// - Parameter date: when it is sent, as `Date` has it (RFC 9110 §6.6.1).
  package static func bytes(_ response: HTTPResponse, to method: HTTPMethod?, keepsAlive: Bool, date: String) -> [UInt8]
  {
    guard (100...999).contains(response.status), response.headers.fields.allSatisfy(\.isSendable) else {
      return bytes(HTTPResponse(500), to: method, keepsAlive: keepsAlive, date: date)
    }
    var head = "HTTP/1.1 \(response.status) \(HTTPStatus.phrase(response.status))\r\n"
    for field in response.headers.fields where field.name.lowercased() != "connection" || response.status == 101 {
      head += "\(field.name): \(field.value)\r\n"
    }
    let hasBody = method != .head && response.status != 204 && response.status != 304 && response.status >= 200
    let hasLength = response.headers["Content-Length"] != nil || response.headers["Transfer-Encoding"] != nil
    if !hasLength, response.status != 204, response.status >= 200 {
      if hasBody || response.status != 304 { head += "Content-Length: \(response.body.count)\r\n" }
    }
    if response.headers["Date"] == nil { head += "Date: \(date)\r\n" }
    if !keepsAlive { head += "Connection: close\r\n" }
    return Array((head + "\r\n").utf8) + (hasBody ? response.body : [])
  }
}

extension HTTPHeaders.Field {
  /// Whether it stays within its line.
  package var isSendable: Bool {
    !name.isEmpty && name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: ":") }
      && value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
  }
}
