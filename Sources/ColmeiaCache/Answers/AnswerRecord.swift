import ColmeiaHTTP

/// An answer as it is kept: without header fields that could hold a secret, which are all but a few.
package struct AnswerRecord: Sendable, Equatable {
  /// The status.
  package var status: Int
  /// What of the header fields is kept.
  package private(set) var headers: HTTPHeaders
  /// The body.
  package var body: [UInt8]
  /// When the server gave or last confirmed it, in seconds since 1970.
  package var written: Int

  private static let magic = Array("colmeia answer 1\n".utf8)
  private static let headLimit = 16_384
  private static let kept: Set<String> = [
    "cache-control", "content-language", "content-type", "etag", "last-modified", "link",
  ]

  /// What is kept of an answer that came now; what it says to be its age is taken into account (RFC 9111 §5.1).
  init(_ response: HTTPResponse, now: Int) {
    status = response.status
    headers = Self.kept(response.headers)
    body = response.body
    written = now - Self.age(response)
  }

  /// The same, just confirmed by an answer of status 304 (RFC 9111 §4.3.4).
  func confirmed(by response: HTTPResponse, now: Int) -> AnswerRecord {
    var copy = self
    for field in Self.kept(response.headers).fields { copy.headers[field.name] = nil }
    for field in Self.kept(response.headers).fields { copy.headers.add(field.name, field.value) }
    copy.written = now - Self.age(response)
    return copy
  }

  private static func kept(_ headers: HTTPHeaders) -> HTTPHeaders {
    HTTPHeaders(headers.fields.filter { kept.contains($0.name.lowercased()) && HeaderText.isSendable($0) })
  }

  private static func age(_ response: HTTPResponse) -> Int {
    min(max(response.headers["Age"].flatMap { Int($0) } ?? 0, 0), 1 << 31)
  }

  /// The answer that it stands for.
  var response: HTTPResponse { HTTPResponse(status, headers: headers, body: body) }
  var control: CacheControl { CacheControl(headers) }

  /// How many seconds old it is; `nil` if it comes from the future: then a clock was put back, and nobody knows.
  func age(_ now: Int) -> Int? { now >= written ? now - written : nil }

  /// With which the server can tell whether it is still good (RFC 9110 §13.1).
  var conditions: HTTPHeaders {
    var fields = HTTPHeaders()
    if let tag = headers["ETag"] { fields.add("If-None-Match", tag) }
    if let date = headers["Last-Modified"] { fields.add("If-Modified-Since", date) }
    return fields
  }
}

extension AnswerRecord {
  /// The bytes of a file, but for the time, which stands before them.
  ///
  /// - Complexity: O(length).
  package var bytes: [UInt8] {
    let lines = ["\(status)"] + headers.fields.map { "\($0.name): \($0.value)" } + ["", ""]
    return Self.magic + Array(lines.joined(separator: "\n").utf8) + body
  }

  /// The answer that these bytes are; `nil` if they are none.
  ///
  /// - Complexity: O(length).
  package init?(_ bytes: [UInt8], written: Int) {
    guard bytes.starts(with: Self.magic) else { return nil }
    let text = bytes.dropFirst(Self.magic.count)
    guard let end = text.prefix(Self.headLimit).firstRange(of: [10, 10]),
      let head = String(validating: text[..<end.lowerBound], as: UTF8.self)
    else { return nil }
    let lines = head.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
    guard let first = lines.first, let status = Int(String(first)), (200..<300).contains(status) else { return nil }
    var fields: [HTTPHeaders.Field] = []
    for line in lines.dropFirst() {
      let name = line.prefix { $0 != ":" }
      let rest = line[name.endIndex...]
      guard rest.starts(with: ": ".unicodeScalars) else { return nil }
      fields.append(.init(String(name), String(rest.dropFirst(2))))
    }
    self.status = status
    headers = Self.kept(HTTPHeaders(fields))
    body = Array(bytes[end.upperBound...])
    self.written = written
    guard headers.fields.count == fields.count, self.bytes == bytes else { return nil }
  }
}

extension AnswerRecord: CustomStringConvertible, CustomReflectable {
  /// Status and size.
  package var description: String { "\(status), \(body.count) bytes of second \(written)" }
  /// What ``description`` shows, and no more.
  package var customMirror: Mirror { Mirror(self, children: ["record": description]) }
}
