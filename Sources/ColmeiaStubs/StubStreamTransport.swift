import ColmeiaHTTP
import ColmeiaSync
import ColmeiaTransport

/// Opens streams without a network. Each has a script: what its server does at once. Then it holds until the test tells it
/// more.
///
/// ```swift
/// let transport = StubStreamTransport([[.events, .text("data: a\n\n"), .end]])
/// // The second stream has no script: it is opened when the test says so.
/// await transport.opened(2).perform(.events, .text("data: b\n\n"))
/// ```
public final class StubStreamTransport: StreamTransport {
  private struct Content: Sendable {
    var scripts: [[StubStream.Step]]
    var streams: [StubStream] = []
  }

  private let content: Awaited<Content>

  /// A stub whose first streams have these scripts; those behind have none.
  public init(_ scripts: [[StubStream.Step]] = []) { content = Awaited(Content(scripts: scripts)) }

  /// All that was asked for, in order.
  public var requests: [HTTPRequest] { content.read { $0.streams.map(\.request) } }

  /// The stream of this number, counted from 1, once it is asked for. For a task that is cancelled before, a stream that
  /// nobody has.
  nonisolated(nonsending) public func opened(_ number: Int) async -> StubStream {
    let stream = await content.first { $0.streams.count >= number ? $0.streams[number - 1] : nil }
    return stream ?? StubStream(HTTPRequest(.get, path: "/"))
  }

  /// Opens the next stream.
  nonisolated(nonsending) public func open(_ request: HTTPRequest) async throws(TransportError) -> any ByteStream {
    if Task.isCancelled { throw .cancelled }
    let stream = content.change { content in
      let stream = StubStream(request)
      let number = content.streams.count
      if number < content.scripts.count { stream.perform(content.scripts[number]) }
      content.streams.append(stream)
      return stream
    }
    guard let opening = await stream.content.first({ $0.buffer.opening }) else {
      stream.content.change { $0.isClosed = true }
      throw .cancelled
    }
    return StubStreamReader(try opening.get(), stream)
  }
}
