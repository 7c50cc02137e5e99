/// Reads the head of an answer (RFC 9112 §4). A pure machine: bytes in, cut anywhere; the head out.
package struct HTTPAnswerHead: Sendable {
  /// Why bytes are no head.
  package enum Fault: Error, Equatable { case notHTTP, tooLarge }

  /// The most bytes that a head may have.
  package static let limit = 16_384

  /// Whether HTTP/1.0 is good enough.
  private let takesOld: Bool
  private var head: [UInt8] = []
  private var search = LineSearch()

  /// A reader at the beginning of an answer.
  package init(takesOld: Bool = false) { self.takesOld = takesOld }

  /// Takes what belongs to the head from these bytes; the head when it is whole, and whether it is one of HTTP/1.0.
  ///
  /// - Complexity: O(bytes).
  package mutating func receive(
    _ bytes: inout ArraySlice<UInt8>
  ) throws(Fault) -> (response: HTTPResponse, isOld: Bool)? {
    let known = head.count
    // One more than may be, to see that it is too large.
    head += bytes.prefix(Self.limit + 1 - known)
    // What does not begin as HTTP never will.
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
    guard let first = lines.next(), let text = String(validating: first, as: UTF8.self) else { throw .notHTTP }
    let words = text.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
    guard words.count >= 2, words[1].utf8.count == 3, let status = Int(words[1]), (100...599).contains(status) else {
      throw .notHTTP
    }
    var response = HTTPResponse(status)
    do throws(HeaderLine.Fault) {
      while let line = lines.next() { response.headers.add(try HeaderLine(line).field()) }
    } catch { throw .notHTTP }
    return response
  }
}
