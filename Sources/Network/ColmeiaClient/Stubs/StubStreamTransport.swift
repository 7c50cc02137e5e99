import ColmeiaBase
import ColmeiaHTTP
import ColmeiaTransport

/// A transport for tests that opens streams without a network.
///
/// Each stream can have a script of steps that its server performs at once. After that, the stream stays as it is until
/// the test tells its server what to do next.
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

  /// Creates a stub transport.
  ///
  /// - Parameter scripts: The scripts of the first streams. Later streams have none.
  public init(_ scripts: [[StubStream.Step]] = []) { content = Awaited(Content(scripts: scripts)) }

  /// All requests so far, in order.
  public var requests: [HTTPRequest] { content.read { $0.streams.map(\.request) } }

  /// Waits for a stream to be requested and returns it.
  ///
  /// If the calling task is cancelled first, this method returns a stream that has no reader.
  ///
  /// - Parameter number: The number of the stream, starting at 1.
  nonisolated(nonsending) public func opened(_ number: Int) async -> StubStream {
    let stream = await content.first { $0.streams.count >= number ? $0.streams[number - 1] : nil }
    return stream ?? StubStream(HTTPRequest(.get, path: "/"))
  }

  /// Opens the next stream.
  ///
  /// - Throws: The `TransportError` of the script or of the test, or `cancelled` if the task is cancelled.
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
