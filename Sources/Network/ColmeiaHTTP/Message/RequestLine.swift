/// The request line, which is the first line of a request (RFC 9112 §3).
struct RequestLine {
  let method: HTTPMethod
  /// Whether the version is HTTP/1.0. A client that uses a later minor version understands 1.1 (RFC 9110 §2.5).
  let isOld: Bool
  private let target: UnsafeBufferPointer<UInt8>

  init(_ line: UnsafeBufferPointer<UInt8>) throws(RequestRefusal) {
    guard let first = line.firstIndex(of: 0x20), let last = line.lastIndex(of: 0x20), first > 0, last > first + 1,
      line[..<first].allSatisfy(HeaderText.isToken)
    else { throw RequestRefusal(400, "the request line is malformed") }
    target = UnsafeBufferPointer(rebasing: line[(first + 1)..<last])
    if target.contains(0x20) { throw RequestRefusal(400, "the request line is malformed") }
    guard target.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
      throw RequestRefusal(400, "the request target is not ASCII")
    }
    method = HTTPMethod(rawValue: String(decoding: line[..<first], as: UTF8.self))
    isOld = try Self.isOld(line[(last + 1)...])
  }

  private static func isOld(_ version: Slice<UnsafeBufferPointer<UInt8>>) throws(RequestRefusal) -> Bool {
    let start = version.startIndex
    guard version.count == 8, version.starts(with: "HTTP/".utf8), URLText.isDigit(version[start + 5]),
      version[start + 6] == UInt8(ascii: "."), URLText.isDigit(version[start + 7])
    else { throw RequestRefusal(400, "the request line has no valid HTTP version") }
    guard version[start + 5] == UInt8(ascii: "1") else {
      throw RequestRefusal(505, "only HTTP/1.0 and HTTP/1.1 are supported")
    }
    return version[start + 7] == UInt8(ascii: "0")
  }

  /// Sets the path and query of a request. Returns the host if the target is an absolute URL; that host overrides the
  /// `Host` field (RFC 9112 §3.2.2).
  func takeTarget(_ request: inout HTTPRequest) throws(RequestRefusal) -> String? {
    if target.first == UInt8(ascii: "/") {
      split(target[...], &request)
      return nil
    }
    let text = String(decoding: target, as: UTF8.self)
    if text == "*", request.method.rawValue == "OPTIONS" {
      request.path = text
      return nil
    }
    guard let scheme = ["http://", "https://"].first(where: text.lowercased().hasPrefix) else {
      throw RequestRefusal(400, "the request target must begin with '/'")
    }
    let rest = target.dropFirst(scheme.utf8.count)
    let end = rest.firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }
    split(rest[(end ?? rest.endIndex)...], &request)
    if !request.path.hasPrefix("/") { request.path = "/" + request.path }
    return String(decoding: rest[..<(end ?? rest.endIndex)], as: UTF8.self)
  }

  private func split(_ address: Slice<UnsafeBufferPointer<UInt8>>, _ request: inout HTTPRequest) {
    let whole = address.firstIndex(of: UInt8(ascii: "#")).map { address[..<$0] } ?? address
    guard let mark = whole.firstIndex(of: UInt8(ascii: "?")) else {
      return request.path = String(decoding: whole, as: UTF8.self)
    }
    request.path = String(decoding: whole[..<mark], as: UTF8.self)
    request.query = String(decoding: whole[(mark + 1)...], as: UTF8.self)
  }
}
