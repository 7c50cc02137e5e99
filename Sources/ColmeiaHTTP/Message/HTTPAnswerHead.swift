/// The head of an answer (RFC 9112 §4).
package enum HTTPAnswerHead {
  /// Why bytes are no head.
  package enum Fault: Error, Equatable { case notHTTP, tooLarge }

  /// The most bytes that a head may have.
  package static let limit = 16_384

  /// The head at the beginning of `bytes`, and where it ends; `nil` when more are needed.
  ///
  /// - Parameter oldest: which version is good enough: 1 for HTTP/1.1, 0 for HTTP/1.0 as well.
  package static func read(_ bytes: [UInt8], oldest: Int = 1) throws(Fault) -> (response: HTTPResponse, end: Int)? {
    guard let end = end(of: bytes) else {
      if bytes.count > limit { throw .tooLarge }
      // What does not begin as HTTP never will.
      let isNew = zip(bytes, "HTTP/1.1 ".utf8).allSatisfy { $0 == $1 }
      let isOld = oldest == 0 && zip(bytes, "HTTP/1.0 ".utf8).allSatisfy { $0 == $1 }
      guard isNew || isOld else { throw .notHTTP }
      if hasBareLineFeed(bytes[...]) { throw .notHTTP }
      return nil
    }
    if end > limit { throw .tooLarge }
    if hasBareLineFeed(bytes[..<end]) { throw .notHTTP }
    guard let text = String(validating: bytes[..<(end - 4)], as: UTF8.self) else { throw .notHTTP }
    let lines = text.split(separator: "\r\n", omittingEmptySubsequences: false)
    let words = lines[0].split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
    guard words.count >= 2, words[0] == "HTTP/1.1" || words[0] == "HTTP/1.0" && oldest == 0, words[1].utf8.count == 3,
      let status = Int(words[1]),
      (100...599).contains(status)
    else { throw .notHTTP }
    var response = HTTPResponse(status)
    for line in lines.dropFirst() {
      // A name with a space behind it would be another name to some readers, and so would a folded line.
      guard let colon = line.firstIndex(of: ":"), HeaderText.isToken(String(line[..<colon])),
        !line.utf8.contains(where: { $0 == 13 || $0 == 10 || $0 == 0 })
      else { throw .notHTTP }
      response.headers.add(String(line[..<colon]), trimmed(line[line.index(after: colon)...]))
    }
    return (response, end)
  }

  /// Whether a line ends otherwise than HTTP's do; to some readers it would be one line, to others two.
  private static func hasBareLineFeed(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.withUnsafeBufferPointer { bytes in
      var before: UInt8 = 0
      for byte in bytes {
        if byte == 10, before != 13 { return true }
        before = byte
      }
      return false
    }
  }

  private static func end(of bytes: [UInt8]) -> Int? {
    guard bytes.count >= 4 else { return nil }
    for place in 0...(bytes.count - 4) where bytes[place] == 13 {
      if bytes[place + 1] == 10, bytes[place + 2] == 13, bytes[place + 3] == 10 { return place + 4 }
    }
    return nil
  }

  private static func trimmed(_ text: Substring) -> String {
    let start = text.firstIndex { $0 != " " && $0 != "\t" } ?? text.endIndex
    var rest = text[start...]
    while let last = rest.last, last == " " || last == "\t" { rest.removeLast() }
    return String(rest)
  }

  /// The bytes of a request.
  ///
  /// - Parameter uploadLength: how many bytes of a body follow that is not the request's own.
  package static func bytes(_ request: HTTPRequest, uploadLength: Int? = nil) -> [UInt8] {
    var head = "\(request.method) \(request.target) HTTP/1.1\r\n"
    let host = request.origin.split(separator: "/").last.map(String.init) ?? ""
    if request.headers["Host"] == nil { head += "Host: \(host)\r\n" }
    for field in request.headers.fields { head += "\(field.name): \(field.value)\r\n" }
    let length = uploadLength ?? request.body.count
    if length > 0 || (request.method != .get && request.method != .head) { head += "Content-Length: \(length)\r\n" }
    return Array((head + "\r\n").utf8) + (uploadLength == nil ? request.body : [])
  }
}
