import ColmeiaPlatform
import ReferenceBackend

/// Rows for publishing an item that is received over a thousand open streams of one process, over real sockets.
func openStreams() -> [Row] {
  [
    Row(
      "st", "an item published, and received over each of \(StreamHall.count) open streams", per: StreamHall.count,
      changesThreads: true
    ) {
      { n in
        for _ in 0..<n { await StreamHall.shared.publish() }
      }
    }
  ]
}

/// A server, and many clients that listen to its news.
actor StreamHall {
  static let shared = StreamHall()
  static let count = 1_000

  private let transport = PlatformStreamTransport()
  private var server: LoopbackServer<BackendHandler>?
  private var streams: [any ByteStream] = []
  private var published = 0

  /// Publishes an item and waits until each stream has received it.
  func publish() async {
    if server == nil { do { try await open() } catch { print("there are no streams to measure: \(error)") } }
    published += 1
    let body = Array(#"{"title":"\#(published)","body":"x"}"#.utf8)
    let request = HTTPRequest(
      .post, path: "/newspapers/Zang%C3%A3o/news", headers: ["Content-Type": "application/json"], body: body)
    server?.post { $0.handle(request, .max) }
    // Skips heartbeats and the remainder of an item that arrived in two pieces.
    let headline = Array("data: \(published)\n".utf8)
    for stream in streams {
      while let bytes = try? await stream.next(), bytes.firstRange(of: headline) == nil {}
    }
  }

  /// Closes the streams and stops the server, if they exist.
  func close() async {
    streams = []
    await transport.shutdown()
    await server?.stop()
  }

  private func open() async throws {
    DescriptorLimit.raise()
    let makeContext = contexts()
    let server = try LoopbackServer { BackendHandler(.demo, makeContext: makeContext) }
    self.server = server
    for _ in 0..<Self.count {
      let last: HTTPHeaders = ["Last-Event-ID": "00000000-0000-4000-8000-000000000005"]
      streams.append(try await transport.open(HTTPRequest(.get, origin: server.origin, path: "/news", headers: last)))
    }
  }
}
