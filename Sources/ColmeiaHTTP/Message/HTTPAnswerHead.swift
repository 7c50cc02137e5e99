/// Parses the head of a response (RFC 9112 §4). A pure state machine: it takes bytes in pieces of any size and returns
/// the head.
///
/// It accepts what has only one meaning: any status of three digits from 100 on (RFC 9110 §15), and header fields and
/// reasons that are not UTF-8.
package struct HTTPAnswerHead: Sendable {
  /// The reason why bytes are not a valid head.
  package enum Fault: Error, Equatable { case notHTTP, tooLarge }

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
  ) throws(Fault) -> (response: HTTPResponse, isOld: Bool)? {
    let known = head.count
    // Take one byte beyond the limit, to detect a head that is too large.
    head += bytes.prefix(Self.limit + 1 - known)
    // Fail as soon as the bytes can't become an HTTP version.
    guard begins(as: "HTTP/1.1 ") || takesOld && begins(as: "HTTP/1.0 ") else { throw .notHTTP }
    guard let end = try findEnd() else {
      if head.count > Self.limit { throw .tooLarge }
      bytes = bytes[bytes.endIndex...]
      return nil
    }
    bytes = bytes[(bytes.startIndex + end - known)...]
    let response = try head.withUnsafeBufferPointer { head throws(Fault) in
      try Self.read(UnsafeBufferPointer(rebasing: head[..<end]))
    }
    defer { head = [] }
    return (response, begins(as: "HTTP/1.0 "))
  }

  private func begins(as text: String) -> Bool { zip(head, text.utf8).allSatisfy { $0 == $1 } }

  private mutating func findEnd() throws(Fault) -> Int? {
    do throws(LineSearch.Fault) {
      return try head.withUnsafeBufferPointer { head throws(LineSearch.Fault) in
        try search.end(of: .head, in: UnsafeBufferPointer(rebasing: head.prefix(Self.limit)))
      }
    } catch { throw .notHTTP }
  }

  private static func read(_ head: UnsafeBufferPointer<UInt8>) throws(Fault) -> HTTPResponse {
    var lines = HeadLines(head)
    guard let first = lines.next() else { throw .notHTTP }
    let words = String(decoding: first, as: UTF8.self).split(
      separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
    guard words.count >= 2, words[1].utf8.count == 3, let status = Int(words[1]), (100...999).contains(status) else {
      throw .notHTTP
    }
    var response = HTTPResponse(status)
    do throws(HeaderLine.Fault) {
      while let line = lines.next() { response.headers.add(try HeaderLine(line).lenientField()) }
    } catch { throw .notHTTP }
    return response
  }
}
