/// The parsed head of a request (RFC 9112 §3, §5): what it says about its connection and its body. The request itself
/// is filled in place, because copying it costs more than parsing a field.
struct RequestHead {
  /// How the body is delimited.
  enum Length: Equatable { case none, bytes(Int), chunks }

  /// A field that may occur only once.
  private struct Sign {
    /// The value of the first occurrence.
    private(set) var text: String?
    private(set) var isAlone = true

    mutating func add(_ text: String) {
      if self.text == nil { self.text = text } else { isAlone = false }
    }
  }

  /// The fields that concern the connection or may occur only once.
  private struct Signs {
    var host = Sign()
    var length = Sign()
    var coding = Sign()
    var expectation = Sign()
    /// The tokens of the `Connection` field, in lowercase.
    var words: [Substring] = []
    /// The index at which the `Connection` field occurred.
    var position: Int?
  }

  /// The number of header fields for which there is room from the start.
  private static var usualFields: Int { 8 }

  var length = Length.none
  var keepsAlive: Bool
  var isOld: Bool
  var expectsContinue = false

  /// Parses a head.
  ///
  /// - Parameters:
  ///   - bytes: The head, including the empty line at its end.
  ///   - limits: The limits on the request.
  ///   - knownHost: The last `Host` value that was found to be valid. Most requests of a connection have the same
  ///     value, which is then not validated again.
  ///   - request: Receives the method, the target and the header fields.
  init(
    _ bytes: UnsafeBufferPointer<UInt8>, _ limits: HTTPRequestLimits, knownHost: inout String?,
    _ request: inout HTTPRequest
  ) throws(RequestRefusal) {
    var lines = HeadLines(bytes)
    let line = try RequestLine(lines.next() ?? UnsafeBufferPointer(rebasing: bytes[..<0]))
    isOld = line.isOld
    keepsAlive = !line.isOld
    request.method = line.method
    request.headers.reserveCapacity(Self.usualFields)
    var signs = Signs()
    var count = 0
    while let next = lines.next() {
      count += 1
      if count > limits.fields { throw RequestRefusal(431, "there are more than \(limits.fields) header fields") }
      do throws(HeaderLine.Fault) { try add(try HeaderLine(next), &signs, &request.headers) } catch {
        throw Self.refusal(error)
      }
    }
    if let host = try line.takeTarget(&request) {
      // The host of an absolute target counts (RFC 9112 §3.2.2). With HTTP/1.0, there need not be a field.
      if isOld, signs.host.text == nil { signs.host.add(host) }
      if signs.host.text != nil { request.headers["Host"] = host }
    }
    try takeHost(signs.host, request.headers, &knownHost)
    try takeLength(signs)
    try takeConnection(signs, &request.headers)
  }

  private static func refusal(_ fault: HeaderLine.Fault) -> RequestRefusal {
    switch fault {
    case .name: RequestRefusal(400, "a header field has no name")
    case .value: RequestRefusal(400, "the value of a header field is not UTF-8")
    }
  }

  /// Stores a field, unless it concerns only the connection.
  private func add(
    _ line: HeaderLine, _ signs: inout Signs, _ headers: inout HTTPHeaders
  ) throws(HeaderLine.Fault) {
    switch line.name.count {
    case 4 where line.isNamed("host"):
      let field = try line.field()
      signs.host.add(field.value)
      headers.add(field)
    case 6 where line.isNamed("expect"):
      signs.expectation.add(try line.text())
    case 10 where line.isNamed("connection"):
      let text = try line.text()
      signs.words += HTTPHeaders.connectionOptions(text)
      signs.position = signs.position ?? headers.fields.count
    case 10 where line.isNamed("keep-alive"): _ = try line.text()
    case 14 where line.isNamed("content-length"):
      let field = try line.field()
      signs.length.add(field.value)
      headers.add(field)
    case 17 where line.isNamed("transfer-encoding"): signs.coding.add(try line.text())
    default: headers.add(try line.field())
    }
  }

  private func takeHost(_ sign: Sign, _ headers: HTTPHeaders, _ known: inout String?) throws(RequestRefusal) {
    if !sign.isAlone || (!isOld && sign.text == nil) {
      throw RequestRefusal(400, "a request must have exactly one Host field")
    }
    guard let host = sign.text, let target = headers["Host"] else { return }
    if host == known, target == host { return }
    guard HostField(host) != nil, HostField(target) != nil else {
      throw RequestRefusal(400, "the Host field is not a valid host")
    }
    known = host
  }

  private mutating func takeLength(_ signs: Signs) throws(RequestRefusal) {
    if let coding = signs.coding.text {
      guard signs.length.text == nil else { throw RequestRefusal(400, "a body must have a length or chunks, not both") }
      guard signs.coding.isAlone, coding.lowercased() == "chunked", !isOld else {
        throw RequestRefusal(501, "the only supported transfer encoding is chunked")
      }
      length = .chunks
    } else if let text = signs.length.text {
      guard signs.length.isAlone, let count = URLText.number(text) else {
        throw RequestRefusal(400, "the length of the body is not a number")
      }
      length = .bytes(count)
    }
  }

  private mutating func takeConnection(_ signs: Signs, _ headers: inout HTTPHeaders) throws(RequestRefusal) {
    if signs.words.contains("close") {
      keepsAlive = false
    } else if isOld {
      keepsAlive = signs.words.contains("keep-alive")
    }
    if let expectation = signs.expectation.text {
      guard expectation.lowercased() == "100-continue" else {
        throw RequestRefusal(417, "the expectation '\(expectation)' is not supported")
      }
      expectsContinue = !isOld
    }
    // The handler must see a request to switch to another protocol.
    if let position = signs.position, signs.words.contains("upgrade") {
      headers.insert(HTTPHeaders.Field("Connection", "upgrade"), at: position)
    }
  }
}
