import ColmeiaHTTP

/// How the stream of news may misbehave on demand, for tests and scenarios.
public enum NewsFault: String, Sendable, Hashable, CaseIterable {
  /// All streams break off in the midst of an event.
  case cut
  /// All streams end as they should; clients of the cable are told that the server starts again.
  case restart
  /// Everybody gets an event that is larger than a client takes.
  case oversized
  /// Everybody gets an event that is no UTF-8.
  case malformed
  /// From now on lines end with a carriage return and a line feed, until ``none``.
  case crlf
  /// From now on lines end with a carriage return, until ``none``.
  case cr
  /// From now on a stream begins with a byte order mark, until ``none``.
  case bom
  /// From now on a stream says nothing, not even that it is there, until ``none``. What it would have said is lost to it.
  case silence
  /// From now on, who wants to listen gets a page, until ``none``.
  case type
  /// From now on, who wants to listen is told to stop, until ``none``.
  case noContent = "204"
  /// From now on, who wants to listen finds nothing, until ``none``.
  case notFound = "404"
  /// From now on, who wants to listen finds the server broken, until ``none``.
  case broken = "500"
  /// The server behaves again.
  case none

  /// Bytes of the event that is too large, unless the request says otherwise; and the most that it may say.
  static let (oversize, mostOversize) = (2 << 20, 32 << 20)

  /// What who wants to listen gets instead of a stream; `nil` for the stream.
  var answer: HTTPResponse? {
    switch self {
    case .type: HTTPResponse(200, headers: ["content-type": "text/html"], body: Array("<p>data: nothing</p>\n".utf8))
    case .noContent, .notFound, .broken: Int(rawValue).map { HTTPResponse($0) }
    default: nil
    }
  }

  /// What a stream says before anything else.
  var start: [UInt8] { self == .bom ? ServerStream.chunk([0xEF, 0xBB, 0xBF]) : [] }

  /// What becomes of what a stream says; `nil` for nothing.
  func changed(_ text: String) -> String? {
    switch self {
    case .silence: nil
    case .crlf: text.replacing("\n", with: "\r\n")
    case .cr: text.replacing("\n", with: "\r")
    default: text
    }
  }

  /// What every open stream says at once, and whether it ends then; `nil` for nothing.
  ///
  /// - Parameter size: how many bytes of data the event that is too large has.
  func injectedOutput(size: Int) -> (bytes: [UInt8], isEnd: Bool)? {
    let head = Array("id: fault\nevent: fault\ndata: ".utf8)
    return switch self {
    // The chunk says that there is more.
    case .cut: (Array("fff\r\n".utf8) + head + Array("hal".utf8), true)
    case .oversized: (ServerStream.chunk(head + Array(repeating: UInt8(ascii: "x"), count: size) + [10, 10]), false)
    // A lead byte without what it leads, a byte that is never in UTF-8, an overlong form, and half a pair.
    case .malformed:
      (ServerStream.chunk(head + [0x61, 0xC3, 0x28, 0xFF, 0xC0, 0x80, 0xED, 0xA0, 0x80, 0x62, 10, 10]), false)
    default: nil
    }
  }
}
