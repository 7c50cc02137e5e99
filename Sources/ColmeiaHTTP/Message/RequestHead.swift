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
  init(_ bytes: ArraySlice<UInt8>, _ limits: HTTPRequestLimits) throws(RequestRefusal) {
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
    let hosts = headers.values(of: "Host")
    try takeTarget(target)
    try takeHost(hosts, minor)
    try takeLength()
    try takeConnection(minor)
  }

  /// The lines without their ends. That they have them is the parser's care.
  private static func lines(_ bytes: ArraySlice<UInt8>) throws(RequestRefusal) -> [ArraySlice<UInt8>] {
    let lines = bytes.dropLast(4).split(separator: 10, omittingEmptySubsequences: false)
      .map { $0.last == 13 ? $0.dropLast() : $0 }
    if lines.contains(where: { $0.contains(where: isControl) }) {
      throw RequestRefusal(400, "a control character stands in the head")
    }
    return lines
  }

  static func isControl(_ byte: UInt8) -> Bool { byte < 0x20 && byte != 0x09 || byte == 0x7F }

  private static func requestLine(
    _ line: ArraySlice<UInt8>
  ) throws(RequestRefusal) -> (HTTPMethod, ArraySlice<UInt8>, Int) {
    let parts = line.split(separator: 0x20, omittingEmptySubsequences: false)
    guard parts.count == 3, !parts[0].isEmpty, parts[0].allSatisfy(isToken), !parts[1].isEmpty else {
      throw RequestRefusal(400, "the first line is no request")
    }
    guard parts[1].allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { throw RequestRefusal(400, "the address is not ASCII") }
    return (HTTPMethod(rawValue: String(decoding: parts[0], as: UTF8.self)), parts[1], try minor(parts[2]))
  }

  /// 0, or 1 for that and whatever is later: who speaks 1.9 understands 1.1 (RFC 9110 §2.5).
  private static func minor(_ version: ArraySlice<UInt8>) throws(RequestRefusal) -> Int {
    guard version.count == 8, version.starts(with: "HTTP/".utf8), let major = digit(version.dropFirst(5).first),
      version.dropFirst(6).first == UInt8(ascii: "."), let minor = digit(version.last)
    else { throw RequestRefusal(400, "the first line names no version of HTTP") }
    guard major == 1 else { throw RequestRefusal(505, "only HTTP/1.0 and HTTP/1.1 are spoken here") }
    return min(minor, 1)
  }

  private static func digit(_ byte: UInt8?) -> Int? {
    byte.flatMap { (0x30...0x39).contains($0) ? Int($0) - 0x30 : nil }
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
      let host = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
      // What the address says counts, whatever the field says (RFC 9112 §3.2.2).
      if request.headers["Host"] != nil { request.headers["Host"] = String(host) }
      text = String(rest[host.endIndex...])
      if !text.hasPrefix("/") { text = "/" + text }
    }
    guard text.hasPrefix("/") || (text == "*" && request.method.rawValue == "OPTIONS") else {
      throw RequestRefusal(400, "the address begins with '/'")
    }
    let parts = text.prefix { $0 != "#" }.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    request.path = String(parts[0])
    request.query = parts.count > 1 ? String(parts[1]) : nil
  }

  private func takeHost(_ hosts: [String], _ minor: Int) throws(RequestRefusal) {
    if hosts.count > 1 || (minor == 1 && hosts.isEmpty) {
      throw RequestRefusal(400, "a request has one Host field")
    }
    if let host = hosts.first, HostField(host) == nil || request.headers["Host"].flatMap(HostField.init) == nil {
      throw RequestRefusal(400, "the Host field names no host")
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
