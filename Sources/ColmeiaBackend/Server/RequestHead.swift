import ColmeiaHTTP

/// The line and the header fields of a request (RFC 9112 §3, §5).
struct RequestHead {
  /// How the end of the body is known.
  enum Length: Equatable { case none, bytes(Int), chunks }

  var request: HTTPRequest
  var length = Length.none
  var keepsAlive: Bool
  var isOld: Bool
  var expectsContinue = false

  /// - Parameter bytes: the head with the empty line at its end.
  init(_ bytes: ArraySlice<UInt8>, _ limits: ServerLimits) throws(RequestRefusal) {
    let lines = try Self.lines(bytes)
    let (method, target, minor) = try Self.requestLine(lines[0])
    var headers = HTTPHeaders()
    if lines.count - 1 > limits.fields {
      throw RequestRefusal(431, "there are more than \(limits.fields) header fields")
    }
    for line in lines.dropFirst() {
      let (name, value) = try Self.field(line)
      headers.add(name, value)
    }
    request = HTTPRequest(method, path: "", headers: headers)
    keepsAlive = minor == 1
    isOld = minor == 0
    try takeTarget(target)
    try takeHost(minor)
    try takeLength()
    try takeConnection(minor)
  }

  private static func lines(_ bytes: ArraySlice<UInt8>) throws(RequestRefusal) -> [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    for line in bytes.dropLast(4).split(separator: 10, omittingEmptySubsequences: false) {
      // All but the last, whose end was cut off, end with a carriage return.
      let isLast = line.endIndex == bytes.endIndex - 4
      guard isLast || line.last == 13 else { throw RequestRefusal(400, "a line ends without carriage return") }
      let content = isLast ? line : line.dropLast()
      if content.contains(where: { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F }) {
        throw RequestRefusal(400, "a control character stands in the head")
      }
      lines.append(content)
    }
    return lines
  }

  private static func requestLine(
    _ line: ArraySlice<UInt8>
  ) throws(RequestRefusal) -> (HTTPMethod, ArraySlice<UInt8>, Int) {
    let parts = line.split(separator: 0x20, omittingEmptySubsequences: false)
    guard parts.count == 3, !parts[0].isEmpty, parts[0].allSatisfy(isToken), !parts[1].isEmpty else {
      throw RequestRefusal(400, "the first line is no request")
    }
    let version = String(decoding: parts[2], as: UTF8.self)
    guard version == "HTTP/1.1" || version == "HTTP/1.0" else {
      throw RequestRefusal(version.hasPrefix("HTTP/") ? 505 : 400, "only HTTP/1.0 and HTTP/1.1 are spoken here")
    }
    guard parts[1].allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { throw RequestRefusal(400, "the address is not ASCII") }
    return (HTTPMethod(rawValue: String(decoding: parts[0], as: UTF8.self)), parts[1], version == "HTTP/1.1" ? 1 : 0)
  }

  private static func field(_ line: ArraySlice<UInt8>) throws(RequestRefusal) -> (String, String) {
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex,
      line[..<colon].allSatisfy(isToken)
    else { throw RequestRefusal(400, "a header field has no name") }
    let isWhite: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 }
    let value = line[(colon + 1)...].drop(while: isWhite).reversed().drop(while: isWhite).reversed()
    guard let text = String(validating: value, as: UTF8.self) else {
      throw RequestRefusal(400, "the value of a header field is not UTF-8")
    }
    return (String(decoding: line[..<colon], as: UTF8.self), text)
  }

  /// RFC 9110 §5.6.2.
  private static func isToken(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
  }
}

extension RequestHead {
  private mutating func takeTarget(_ target: ArraySlice<UInt8>) throws(RequestRefusal) {
    var text = String(decoding: target, as: UTF8.self)
    if let scheme = ["http://", "https://"].first(where: text.lowercased().hasPrefix) {
      let rest = text.dropFirst(scheme.count)
      text = rest.firstIndex { $0 == "/" || $0 == "?" }.map { String(rest[$0...]) } ?? "/"
      if text.hasPrefix("?") { text = "/" + text }
    }
    guard text.hasPrefix("/") || (text == "*" && request.method.rawValue == "OPTIONS") else {
      throw RequestRefusal(400, "the address begins with '/'")
    }
    let parts = text.prefix { $0 != "#" }.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    request.path = String(parts[0])
    request.query = parts.count > 1 ? String(parts[1]) : nil
  }

  private func takeHost(_ minor: Int) throws(RequestRefusal) {
    let hosts = request.headers.values(of: "Host")
    if hosts.count > 1 || (minor == 1 && hosts.isEmpty) {
      throw RequestRefusal(400, "a request has one Host field")
    }
  }

  private mutating func takeLength() throws(RequestRefusal) {
    let encodings = request.headers.values(of: "Transfer-Encoding")
    let lengths = request.headers.values(of: "Content-Length")
    if !encodings.isEmpty {
      guard lengths.isEmpty else { throw RequestRefusal(400, "a body has a length or chunks, not both") }
      guard encodings.count == 1, encodings[0].lowercased() == "chunked", keepsAlive else {
        throw RequestRefusal(501, "the only transfer encoding is chunked")
      }
      length = .chunks
    } else if let first = lengths.first {
      guard lengths.count == 1, !first.isEmpty, first.utf8.count <= 15,
        first.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
        let count = Int(first)
      else { throw RequestRefusal(400, "the length of the body is no number") }
      length = .bytes(count)
    }
  }

  private mutating func takeConnection(_ minor: Int) throws(RequestRefusal) {
    let words = request.headers.values(of: "Connection").joined(separator: ",").lowercased()
      .split { $0 == "," || $0 == " " }
    if words.contains("close") { keepsAlive = false } else if minor == 0 { keepsAlive = words.contains("keep-alive") }
    if let expectation = request.headers["Expect"] {
      guard expectation.lowercased() == "100-continue" else {
        throw RequestRefusal(417, "'\(expectation)' is not met here")
      }
      expectsContinue = minor == 1
    }
    // What asks for another protocol is for the handler to see.
    if words.contains("upgrade") {
      request.headers["Connection"] = "upgrade"
    } else {
      request.headers["Connection"] = nil
    }
    for name in ["Keep-Alive", "Transfer-Encoding", "Expect"] { request.headers[name] = nil }
  }
}
