/// Serializes responses (RFC 9112 §4).
package enum HTTPResponseWriter {
  /// Appends a response to `bytes`.
  ///
  /// A response with an invalid status, or with a header field that would break out of its line, is replaced by a 500,
  /// because it is a bug of this server.
  ///
  /// - Parameters:
  ///   - response: The response.
  ///   - method: The method of the request, or `nil` if it is unknown.
  ///   - keepsAlive: Whether the connection stays open.
  ///   - date: The value of the `Date` field (RFC 9110 §6.6.1), unless the response has one.
  ///   - bytes: The output.
  package static func write(
    _ response: HTTPResponse, to method: HTTPMethod?, keepsAlive: Bool, date: String, into bytes: inout [UInt8]
  ) {
    guard (100...999).contains(response.status), response.headers.fields.allSatisfy(\.isSendable) else {
      return write(HTTPResponse(500), to: method, keepsAlive: keepsAlive, date: date, into: &bytes)
    }
    let hasBody = method != .head && response.status != 204 && response.status != 304 && response.status >= 200
    let size = response.headers.fields.reduce(160) { $0 + $1.name.utf8.count + $1.value.utf8.count + 4 }
    bytes.reserveCapacity(bytes.count + size + (hasBody ? response.body.count : 0))
    text("HTTP/1.1 ", &bytes)
    digit(response.status / 100, &bytes)
    digit(response.status / 10 % 10, &bytes)
    digit(response.status % 10, &bytes)
    bytes.append(0x20)
    text(HTTPStatus.phrase(response.status), &bytes)
    end(&bytes)
    let hasDate = writeFields(response, &bytes)
    if writesLength(response, hasBody: hasBody) { field("Content-Length", String(response.body.count), &bytes) }
    if !hasDate { field("Date", date, &bytes) }
    if !keepsAlive { field("Connection", "close", &bytes) }
    end(&bytes)
    if hasBody { bytes += response.body }
  }

  /// Writes the response's own fields. Returns whether `Date` is one of them.
  private static func writeFields(_ response: HTTPResponse, _ bytes: inout [UInt8]) -> Bool {
    var hasDate = false
    for one in response.headers.fields where !one.isNamed("Connection") || response.status == 101 {
      field(one.name, one.value, &bytes)
      if one.isNamed("Date") { hasDate = true }
    }
    return hasDate
  }

  private static func writesLength(_ response: HTTPResponse, hasBody: Bool) -> Bool {
    if response.status == 204 || response.status < 200 || !hasBody && response.status == 304 { return false }
    return response.headers["Content-Length"] == nil && response.headers["Transfer-Encoding"] == nil
  }

  private static func field(_ name: String, _ value: String, _ bytes: inout [UInt8]) {
    text(name, &bytes)
    bytes.append(UInt8(ascii: ":"))
    bytes.append(0x20)
    text(value, &bytes)
    // Trailing whitespace is not part of a value (RFC 9110 §5.5), and URLSession rejects a field that consists only of
    // it.
    while bytes.last == 0x20 || bytes.last == 0x09 { bytes.removeLast() }
    end(&bytes)
  }

  private static func text(_ text: String, _ bytes: inout [UInt8]) {
    var text = text
    text.withUTF8 { bytes += $0 }
  }

  private static func digit(_ number: Int, _ bytes: inout [UInt8]) { bytes.append(UInt8(0x30 + number)) }

  private static func end(_ bytes: inout [UInt8]) {
    bytes.append(13)
    bytes.append(10)
  }
}

extension HTTPHeaders.Field {
  /// Whether the field can't break out of its line.
  package var isSendable: Bool {
    !name.isEmpty && HeaderText.hasOnly(name) { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: ":") }
      && HeaderText.isValue(value)
  }
}
