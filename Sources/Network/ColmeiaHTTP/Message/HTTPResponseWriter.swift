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
  ///   - isOld: Whether the client uses HTTP/1.0, and must be told that the connection stays open (RFC 9112 §9.3).
  ///   - date: The value of the `Date` field (RFC 9110 §6.6.1), unless the response has one.
  ///   - bytes: The output.
  package static func write(
    _ response: HTTPResponse, to method: HTTPMethod?, keepsAlive: Bool, isOld: Bool = false, date: String,
    into bytes: inout [UInt8]
  ) {
    guard (100...999).contains(response.status), response.headers.fields.allSatisfy(\.isSendable) else {
      return write(HTTPResponse(500), to: method, keepsAlive: keepsAlive, isOld: isOld, date: date, into: &bytes)
    }
    let hasBody = method != .head && response.status != 204 && response.status != 304 && response.status >= 200
    // Besides the fields and the date's value, a head has at most 117 bytes: 46 of a status line with the longest
    // phrase, 37 of `Content-Length` with 19 digits, 8 of `Date`, 24 of `Connection`, and 2 of the empty line.
    let most = response.headers.fields.reduce(117 + date.utf8.count) {
      $0 + $1.name.utf8.count + $1.value.utf8.count + 4
    }
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: most) { memory in
      var head = HeadBuffer(memory: memory)
      head.addStatus(response.status)
      let hasDate = addFields(response, &head)
      if writesLength(response, hasBody: hasBody) { head.addField("Content-Length", String(response.body.count)) }
      if !hasDate { head.addField("Date", date) }
      if !keepsAlive || isOld { head.addField("Connection", keepsAlive ? "keep-alive" : "close") }
      head.add("\r\n")
      bytes.reserveCapacity(bytes.count + head.count + (hasBody ? response.body.count : 0))
      bytes += memory[..<head.count]
    }
    if hasBody { bytes += response.body }
  }

  /// Adds the response's own fields. Returns whether `Date` is one of them.
  private static func addFields(_ response: HTTPResponse, _ head: inout HeadBuffer) -> Bool {
    var hasDate = false
    for one in response.headers.fields where !one.isNamed("Connection") || response.status == 101 {
      head.addField(one.name, one.value)
      if one.isNamed("Date") { hasDate = true }
    }
    return hasDate
  }

  private static func writesLength(_ response: HTTPResponse, hasBody: Bool) -> Bool {
    if response.status == 204 || response.status < 200 || !hasBody && response.status == 304 { return false }
    return response.headers["Content-Length"] == nil && response.headers["Transfer-Encoding"] == nil
  }
}

/// The head of a response in memory that is large enough. An array would check its capacity and its owners at each
/// text.
private struct HeadBuffer {
  let memory: UnsafeMutableBufferPointer<UInt8>
  private(set) var count = 0

  init(memory: UnsafeMutableBufferPointer<UInt8>) { self.memory = memory }

  mutating func add(_ text: String) {
    var text = text
    text.withUTF8 { count = memory[count...].initialize(fromContentsOf: $0) }
  }

  mutating func addStatus(_ status: Int) {
    add("HTTP/1.1 ")
    add(String(status))
    add(" ")
    add(HTTPStatus.phrase(status))
    add("\r\n")
  }

  mutating func addField(_ name: String, _ value: String) {
    add(name)
    add(": ")
    add(value)
    add("\r\n")
  }
}
