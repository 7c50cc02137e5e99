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
    var head = "HTTP/1.1 \(response.status) \(reason(response.status))\r\n"
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

  private static func reason(_ status: Int) -> String {
    switch status {
    case 100: "Continue"
    case 101: "Switching Protocols"
    case 200: "OK"
    case 201: "Created"
    case 204: "No Content"
    case 206: "Partial Content"
    case 301: "Moved Permanently"
    case 302: "Found"
    case 303: "See Other"
    case 304: "Not Modified"
    case 307: "Temporary Redirect"
    case 308: "Permanent Redirect"
    case 400: "Bad Request"
    case 401: "Unauthorized"
    case 403: "Forbidden"
    case 404: "Not Found"
    case 405: "Method Not Allowed"
    case 406: "Not Acceptable"
    case 408: "Request Timeout"
    case 411: "Length Required"
    case 412: "Precondition Failed"
    case 413: "Content Too Large"
    case 414: "URI Too Long"
    case 415: "Unsupported Media Type"
    case 416: "Range Not Satisfiable"
    case 417: "Expectation Failed"
    case 426: "Upgrade Required"
    case 422: "Unprocessable Content"
    case 429: "Too Many Requests"
    case 431: "Request Header Fields Too Large"
    case 500: "Internal Server Error"
    case 501: "Not Implemented"
    case 503: "Service Unavailable"
    case 505: "HTTP Version Not Supported"
    default: "Status"
    }
  }
}
