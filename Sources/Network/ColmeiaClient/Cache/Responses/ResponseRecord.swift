import ColmeiaHTTP

/// A cached response. It contains only a few header fields, because any other could contain a secret.
package struct ResponseRecord: Sendable, Equatable {
  /// The status of the response.
  package var status: Int
  /// The header fields that are cached.
  package private(set) var headers: HTTPHeaders
  /// The body of the response.
  package var body: [UInt8]
  /// The time at which the server sent or last confirmed the response, in seconds since 1970.
  package var written: Int

  private static let magic = Array("colmeia answer 1\n".utf8)
  private static let headLimit = 16_384
  private static let kept: Set<String> = [
    "cache-control", "content-language", "content-type", "date", "etag", "expires", "last-modified", "link", "vary",
  ]

  /// Creates a record of a response that has just arrived. Its `Age`, its `Date` and the duration of the request are taken
  /// into account (RFC 9111 §4.2.3).
  init(_ response: HTTPResponse, now: Int, delay: Int = 0) {
    status = response.status
    headers = Self.kept(response.headers)
    headers.date(now)
    body = response.body
    written = now - response.initialAge(now, delay: delay)
  }

  /// Returns the record that says with which fields of the request this response varies.
  var index: ResponseRecord {
    var copy = self
    copy.headers = HTTPHeaders(headers.fields.filter { $0.name.lowercased() == "vary" })
    copy.body = []
    return copy
  }

  /// The names of the request's header fields that the response varies with, in lowercase and sorted.
  var vary: [String] { headers.vary }

  /// Whether a response with status 304 confirms the record. Without entity tags, their dates must be equal.
  func isConfirmed(by response: HTTPResponse) -> Bool {
    let (tag, date) = (headers["ETag"], response.headers["Last-Modified"])
    return response.confirms(tag) && (tag != nil || date == nil || date == headers["Last-Modified"])
  }

  /// Returns the record updated by a response with status 304 that confirms it (RFC 9111 §4.3.4).
  func confirmed(by response: HTTPResponse, now: Int, delay: Int = 0) -> ResponseRecord {
    var copy = self
    copy.headers["Date"] = nil
    for field in Self.kept(response.headers).fields { copy.headers[field.name] = nil }
    for field in Self.kept(response.headers).fields { copy.headers.add(field.name, field.value) }
    copy.headers.date(now)
    copy.written = now - response.initialAge(now, delay: delay)
    return copy
  }

  private static func kept(_ headers: HTTPHeaders) -> HTTPHeaders {
    HTTPHeaders(headers.fields.filter { kept.contains($0.name.lowercased()) && HeaderText.isSendable($0) })
  }

  /// The cached response as a whole.
  var response: HTTPResponse { HTTPResponse(status, headers: headers, body: body) }
  var control: CacheControl { CacheControl(headers) }

  /// The age in seconds at which the response expires, or `nil` if the server does not state it (RFC 9111 §4.2.1). An
  /// `Expires` that is not a date means that the response has expired.
  var lifetime: Int? { headers.lifetime(control, received: written) }

  /// Returns the age in seconds, or `nil` if the record is from the future because the clock was set back.
  func age(_ now: Int) -> Int? { now >= written ? now - written : nil }

  /// The header fields that let the server tell whether the response has changed (RFC 9110 §13.1).
  var conditions: HTTPHeaders {
    var fields = HTTPHeaders()
    if let tag = headers["ETag"] { fields.add("If-None-Match", tag) }
    if let date = headers["Last-Modified"] { fields.add("If-Modified-Since", date) }
    return fields
  }
}

extension ResponseRecord {
  /// The content of the record's file. The time is not included; the disk cache stores it separately.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  package var bytes: [UInt8] {
    let lines = ["\(status)"] + headers.fields.map { "\($0.name): \($0.value)" } + ["", ""]
    return Self.magic + Array(lines.joined(separator: "\n").utf8) + body
  }

  /// Creates a record from the content of a file, or returns `nil` if the content is invalid.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes.
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

extension HTTPHeaders {
  /// The names of the request's header fields that a response with these fields varies with, in lowercase and sorted.
  var vary: [String] {
    let names = values(of: "Vary").flatMap { $0.split { $0 == "," || $0 == " " || $0 == "\t" } }
    return Set(names.map { $0.lowercased() }).sorted()
  }

  /// Returns the age in seconds at which a response with these fields expires, or `nil` if they don't say
  /// (RFC 9111 §4.2.1).
  ///
  /// - Parameter received: The time at which the response arrived, which is used if it has no `Date`.
  func lifetime(_ control: CacheControl, received: Int) -> Int? {
    if let age = control.maxAge { return age }
    guard let expires = self["Expires"] else { return nil }
    return HTTPDate.seconds(expires).map { $0 - (self["Date"].flatMap(HTTPDate.seconds) ?? received) } ?? 0
  }

  /// Dates a response that has just arrived, if it expires and its server hasn't done so (RFC 9110 §6.6.1).
  fileprivate mutating func date(_ now: Int) {
    if self["Expires"] != nil, self["Date"].flatMap(HTTPDate.seconds) == nil { self["Date"] = HTTPDate.text(now) }
  }
}

extension HTTPResponse {
  /// Returns the age of a response that has just arrived, in seconds: by its `Age`, to which the time is added that the
  /// request took, or by its `Date`, whichever is more (RFC 9111 §4.2.3). If there are several `Age`, the first applies.
  func initialAge(_ now: Int, delay: Int) -> Int {
    var reader = FieldReader(headers["Age"] ?? "")
    let age = min(URLText.seconds(reader.token(endingAt: ",")) ?? 0, 1 << 31)
    return max(age + max(0, delay), headers["Date"].flatMap(HTTPDate.seconds).map { now - $0 } ?? 0)
  }

  /// Whether the response comes from the address of the request, and not from one that a redirect led to.
  var isDirect: Bool { origin == nil && redirectedURL == nil }

  /// Whether a response with status 304 confirms a cached response that has this entity tag. It doesn't if it has another
  /// tag (RFC 9111 §4.3.4), or if a redirect led to another address, whose tags may be equal by chance.
  func confirms(_ known: String?) -> Bool {
    guard isDirect else { return false }
    guard let tag = headers["ETag"] else { return true }
    return known.map { tag == $0 || tag == "W/\($0)" } ?? false
  }
}

extension ResponseRecord: CustomStringConvertible, CustomReflectable {
  /// The status, the size and the time of the record.
  package var description: String { "\(status), \(body.count) bytes, written at second \(written)" }
  /// A mirror that shows only ``description``.
  package var customMirror: Mirror { Mirror(self, children: ["record": description]) }
}
