import ColmeiaHTTP

/// Makes bytes of an answer (RFC 9112 §4).
enum HTTPResponseWriter {
  /// The bytes of an answer to a request of `method`.
  ///
  /// A header field that would break out of its line makes the answer a 500: whatever put it there is a mistake of this
  /// side.
  static func bytes(_ response: HTTPResponse, to method: HTTPMethod?, keepsAlive: Bool) -> [UInt8] {
    guard (100...999).contains(response.status), response.headers.fields.allSatisfy(isSafe) else {
      return bytes(HTTPResponse(500), to: method, keepsAlive: keepsAlive)
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
    if !keepsAlive { head += "Connection: close\r\n" }
    return Array((head + "\r\n").utf8) + (hasBody ? response.body : [])
  }

  private static func isSafe(_ field: HTTPHeaders.Field) -> Bool {
    !field.name.isEmpty && field.name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: ":") }
      && field.value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
  }
}
