/// Parses the head of a response (RFC 9112 §4). A pure state machine: it takes bytes in pieces of any size and returns
/// the head.
///
/// It accepts what has only one meaning: any status of three digits from 100 on (RFC 9110 §15), and header fields and
/// reasons that are not UTF-8.
package struct HTTPResponseHead: Sendable {
  /// The maximum number of bytes in a head.
  package static let limit = 16_384

  /// Whether HTTP/1.0 is accepted.
  private let takesOld: Bool
  private var head: [UInt8] = []
  private var search = LineSearch()

  /// Creates a parser at the beginning of a response.
  package init(takesOld: Bool = false) { self.takesOld = takesOld }

  /// Consumes the bytes that belong to the head. Returns the head once it is complete, and whether its version is
  /// HTTP/1.0.
  ///
  /// - Complexity: O(bytes).
  package mutating func receive(
    _ bytes: inout ArraySlice<UInt8>
  ) throws(ResponseFault) -> (response: HTTPResponse, isOld: Bool)? {
    let known = head.count
    // Take one byte beyond the limit, to detect a head that is too large.
    head += bytes.prefix(Self.limit + 1 - known)
    // Fail as soon as the bytes can't become an HTTP version.
    guard begins(as: "HTTP/1.1 ") || takesOld && begins(as: "HTTP/1.0 ") else { throw .statusLine }
    guard let end = try findEnd() else {
      if head.count > Self.limit { throw .longHead(limit: Self.limit) }
      bytes = bytes[bytes.endIndex...]
      return nil
    }
    bytes = bytes[(bytes.startIndex + end - known)...]
    let response = try head.withUnsafeBufferPointer { head throws(ResponseFault) in
      try Self.read(UnsafeBufferPointer(rebasing: head[..<end]))
    }
    defer { head = [] }
    return (response, begins(as: "HTTP/1.0 "))
  }

  private func begins(as text: String) -> Bool { zip(head, text.utf8).allSatisfy { $0 == $1 } }

  private mutating func findEnd() throws(ResponseFault) -> Int? {
    do throws(LineSearch.Fault) {
      return try head.withUnsafeBufferPointer { head throws(LineSearch.Fault) in
        try search.end(of: .head, in: UnsafeBufferPointer(rebasing: head.prefix(Self.limit)))
      }
    } catch {
      let line = head[..<search.searched].count { $0 == 10 } + 1
      throw error == .halfEnd ? .lineEnd(line: line) : .controlCharacter(line: line)
    }
  }

  private static func read(_ head: UnsafeBufferPointer<UInt8>) throws(ResponseFault) -> HTTPResponse {
    var lines = HeadLines(head)
    guard let first = lines.next() else { throw .statusLine }
    let words = String(decoding: first, as: UTF8.self).split(
      separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
    guard words.count >= 2, words[1].utf8.count == 3, let status = Int(words[1]), (100...999).contains(status) else {
      throw .statusLine
    }
    var response = HTTPResponse(status)
    var number = 1
    while let line = lines.next() {
      number += 1
      guard let field = try? HeaderLine(line).lenientField() else { throw .headerField(line: number) }
      response.headers.add(field)
    }
    return response
  }
}
