import ColmeiaHTTP
import ColmeiaSync
import ColmeiaTransport

/// One stream of a ``StubStreamTransport``, as its server has it: it says what the test tells it to say.
public final class StubStream: Sendable {
  /// What a server does.
  public enum Step: Sendable, Equatable {
    /// It sends the head of its answer.
    case answer(HTTPResponse)
    /// The server sends these bytes.
    case bytes([UInt8])
    /// It ends its answer properly.
    case end
    /// The connection fails: before the answer `StreamTransport.open(_:)` does, behind it `ByteStream.next()`.
    case cut(TransportError)

    /// The server sends this text in UTF-8.
    public static func text(_ text: String) -> Step { .bytes(Array(text.utf8)) }
    /// It answers 200 with a stream of events.
    public static let events = Step.answer(HTTPResponse(200, headers: ["Content-Type": "text/event-stream"]))
  }

  struct Content: Sendable {
    var buffer = StreamBuffer()
    /// Whether the reader waits for something.
    var isWanted = false
    var isClosed = false
  }

  /// What was asked for.
  public let request: HTTPRequest
  let content = Awaited(Content())

  init(_ request: HTTPRequest) { self.request = request }

  /// Does these things now, in order.
  public func perform(_ steps: Step...) { perform(steps) }

  func perform(_ steps: [Step]) {
    content.change { content in
      for step in steps {
        switch step {
        case .answer(let head): content.buffer.begin(head)
        case .bytes(let bytes): content.buffer.put(bytes)
        case .end: content.buffer.end()
        case .cut(let error): content.buffer.cut(error)
        }
      }
    }
  }

  /// How many bytes the reader has not read.
  public var unreadCount: Int { content.read { $0.buffer.unread } }
  /// Whether the reader has closed or released the stream.
  public var isClosed: Bool { content.read { $0.isClosed } }

  /// Waits until the reader has read all there is, and waits for more.
  nonisolated(nonsending) public func isWaitedFor() async {
    _ = await content.first { content in content.isWanted && content.buffer.unread == 0 ? true : nil }
  }

  /// Waits until the reader has closed or released the stream.
  nonisolated(nonsending) public func closed() async { _ = await content.first { $0.isClosed ? true : nil } }
}

/// The stream as its reader has it.
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
      let part = content.buffer.take()
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
