import ColmeiaBase
import ColmeiaHTTP
import ColmeiaTransport

/// The server's side of a stream opened by a ``StubStreamTransport``. It does what the test tells it to.
public final class StubStream: Sendable {
  /// An action of the server.
  public enum Step: Sendable, Equatable {
    /// Sends the head of the response.
    case answer(HTTPResponse)
    /// Sends these bytes.
    case bytes([UInt8])
    /// Ends the response normally.
    case end
    /// Fails the connection. `StreamTransport.open(_:)` throws the error if the response has not begun; otherwise
    /// `ByteStream.next()` does.
    case cut(TransportError)

    /// Sends this text in UTF-8.
    public static func text(_ text: String) -> Step { .bytes(Array(text.utf8)) }
    /// Sends the head of a stream of events with status 200.
    public static let events = Step.answer(HTTPResponse(200, headers: ["Content-Type": "text/event-stream"]))
  }

  struct Content: Sendable {
    var buffer = StreamBuffer()
    /// Whether the reader is waiting for bytes.
    var isWanted = false
    var isClosed = false
  }

  /// The request that opened the stream.
  public let request: HTTPRequest
  let content = Awaited(Content())

  init(_ request: HTTPRequest) { self.request = request }

  /// Performs these steps now, in order.
  public func perform(_ steps: Step...) { perform(steps) }

  func perform(_ steps: [Step]) {
    content.change { content in
      for step in steps {
        switch step {
        case .answer(let head): content.buffer.begin(head)
        case .bytes(let bytes): content.buffer.append(bytes)
        case .end: content.buffer.end()
        case .cut(let error): content.buffer.cut(error)
        }
      }
    }
  }

  /// The number of bytes that the reader has not read.
  public var unreadCount: Int { content.read { $0.buffer.unread } }
  /// Whether the reader has closed or released the stream.
  public var isClosed: Bool { content.read { $0.isClosed } }

  /// Waits until the reader has read all bytes and is waiting for more.
  nonisolated(nonsending) public func waitForReader() async {
    _ = await content.first { content in content.isWanted && content.buffer.unread == 0 ? true : nil }
  }

  /// Waits until the reader has closed or released the stream.
  nonisolated(nonsending) public func closed() async { _ = await content.first { $0.isClosed ? true : nil } }
}

/// The reader's side of a stub stream.
final class StubStreamReader: ByteStream {
  let head: HTTPResponse
  private let stream: StubStream

  init(_ head: HTTPResponse, _ stream: StubStream) {
    self.head = head
    self.stream = stream
  }

  deinit { close() }

  nonisolated(nonsending) func next() async throws(TransportError) -> [UInt8]? {
    stream.content.change { $0.isWanted = true }
    let part = await stream.content.first { content in
      let part = content.buffer.next()
      if part != nil { content.isWanted = false }
      return part
    }
    switch part ?? .failure(.cancelled) {
    case .bytes(let bytes): return bytes
    case .end: return nil
    case .failure(let error):
      close()
      throw error
    }
  }

  func close() {
    stream.content.change { content in
      content.isClosed = true
      content.buffer.fail(.cancelled)
    }
  }
}
