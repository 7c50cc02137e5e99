import ColmeiaJSON
import ServerTestSupport
import Synchronization
import TestSupport
import Testing

@testable import ReferenceBackend

/// A client that listens to the news over a socket and can examine each chunk.
final class NewsReader {
  struct Failure: Error { var head: String }

  let client: RawClient
  /// The received bytes without chunk framing.
  private var text: [UInt8] = []

  init(_ port: UInt16, after last: String? = nil) throws {
    client = try RawClient(port)
    let field = last.map { "Last-Event-ID: \($0)\r\n" } ?? ""
    try client.send("GET /news HTTP/1.1\r\nHost: localhost\r\nAccept: application/json\r\n\(field)\r\n")
    let head = try client.read(until: "\r\n\r\n").replacing(/Date: [^\r]*\r\n/, with: "")
    let wanted =
      "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ncache-control: no-cache\r\ntransfer-encoding: chunked\r\n\r\n"
    guard head == wanted else { throw Failure(head: head) }
  }

  /// Returns the bytes of the next chunk, or none at the end of the stream.
  func chunk() throws -> [UInt8] {
    let size = Int(try client.read(until: "\r\n").dropLast(1), radix: 16) ?? -1
    let bytes = try client.read(count: size + 2)
    guard bytes.suffix(2) == [13, 10] else { throw Failure(head: "a chunk of \(size) does not end") }
    return Array(bytes.dropLast(2))
  }

  /// Reads the next `count` bytes of text.
  func read(count: Int) throws -> String {
    while text.count < count {
      let chunk = try chunk()
      if chunk.isEmpty { break }
      text += chunk
    }
    defer { text.removeFirst(min(count, text.count)) }
    return String(decoding: text.prefix(count), as: UTF8.self)
  }

  /// Returns whether the next text equals `expected`.
  func read(_ expected: String) throws -> Bool { try read(count: expected.utf8.count) == expected }
}

/// A server with the newspaper `N` that supports faults. Its clock stands still, so no heartbeats occur.
struct NewsBackend {
  let server: LoopbackServer<BackendHandler>

  init(_ backend: Backend = Backend(), _ limits: ServerLimits = ServerLimits(), faults: Bool = true) throws {
    server = try LoopbackServer(limits: limits, clock: StepClock()) {
      var world = World()
      _ = world.exchange("POST newspapers", #"{"name":"N","description":"d"}"#)
      let count = Atomic(0)
      return BackendHandler(world.state, backend, allowsFaults: faults, hosts: ["dogs.example"]) {
        let number = count.wrappingAdd(1, ordering: .relaxed).newValue
        return RequestContext(
          date: World.start + number / 10, token: "token-\(number)", salt: Array("salt-\(number)".utf8))
      }
    }
  }

  /// Sends a request on the server's thread without waiting for the response.
  func post(_ line: String, _ body: String) {
    let request = HTTPRequest(line, body)
    server.post { $0.handle(request, .max) }
  }

  /// Publishes an item without waiting for the response.
  func publish(_ title: String, _ body: String = "b") {
    let json: JSON = ["title": .string(title), "body": .string(body)]
    post("POST newspapers/N/news", json.text())
  }

  /// Returns all news items in the format of the stream.
  func news() async -> [String] {
    await server.withHandler { $0.state.canillita.news.map { NewsEvent.text($0.item, lineFeedsOnly: false) } } ?? []
  }

  func newsIDs() async -> [String] { await server.withHandler { $0.state.canillita.news.map(\.id) } ?? [] }
  func streamCount() async -> Int? { await server.withHandler { $0.streamCount } }

  /// Waits until this number of clients listens.
  func waitForStreams(_ count: Int) async {
    await poll(for: "\(count) streams") { await streamCount() == count }
  }
}
