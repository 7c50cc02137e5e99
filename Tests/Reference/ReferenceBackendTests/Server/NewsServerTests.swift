import Foundation
import ServerTestSupport
import TestSupport
import Testing

@testable import ReferenceBackend

/// Tests of the news stream over sockets.
@Suite(.blocking, .timeLimit(.minutes(10))) struct NewsServerTests {
  private static let retry = "retry: 3000\n\n"

  @Test func `Each published item is sent in its own chunk, after the stored ones`() async throws {
    let backend = try NewsBackend()
    backend.publish("Um", "é\nassim")
    let reader = try NewsReader(backend.server.port)
    #expect(try reader.chunk() == Array(Self.retry.utf8))
    #expect(try reader.chunk() == Array(await backend.news()[0].utf8))
    for title in ["Dois", "Três"] {
      backend.publish(title)
      let chunk = String(decoding: try reader.chunk(), as: UTF8.self)
      #expect(chunk.hasPrefix("id: ") && chunk.dropFirst(40) == "\nevent: N\ndata: \(title)\ndata: b\n\n")
    }
    await backend.server.stop()
  }

  @Test func `Listeners that connect early, late or again get thousands of items once each`() async throws {
    let backend = try NewsBackend()
    let first = try NewsReader(backend.server.port)
    for number in 0..<1_500 { backend.publish("\(number)") }
    let second = try NewsReader(backend.server.port)
    for number in 1_500..<3_000 { backend.publish("\(number)") }
    let (news, ids) = (await backend.news(), await backend.newsIDs())
    #expect(news.count == 3_000)
    let third = try NewsReader(backend.server.port, after: ids[1_999])
    for number in 3_000..<3_010 { backend.publish("\(number)") }
    let all = await backend.news()
    let whole = Self.retry + all.joined()
    #expect(try first.read(whole))
    #expect(try second.read(whole))
    #expect(try third.read(Self.retry + all[2_000...].joined()))
    await backend.server.stop()
  }

  @Test func `A client that reconnects during a flood gets every item exactly once`() async throws {
    let backend = try NewsBackend()
    var (received, last): ([Substring], String?) = ([], nil)
    for round in 0..<20 {
      let reader = try NewsReader(backend.server.port, after: last)
      for number in 0..<10 { backend.publish("\(round)-\(number)") }
      #expect(try reader.read(Self.retry))
      // Reads only seven of each ten items, so that the client falls further behind each time.
      for _ in 0..<7 {
        // Reads byte by byte up to the end of an event.
        var event = ""
        while !event.hasSuffix("\n\n") { event += try reader.read(count: 1) }
        let lines = event.split(separator: "\n")
        received.append(lines[2].dropFirst(6))
        last = String(lines[0].dropFirst(4))
      }
      reader.client.close()
    }
    #expect(received == (0..<140).map { "\($0 / 10)-\($0 % 10)" })
    await backend.waitForStreams(0)
    #expect(await backend.server.withHandler { $0.state.canillita.listeners } == NewsListeners())
    await backend.server.stop()
  }

  @Test(arguments: [false, true]) func `An item with any line endings and alphabets is one event`(isFaithful: Bool)
    async throws
  {
    let backend = try NewsBackend(Backend(quirks: isFaithful ? [.lineFeedsOnly, .noHeartbeat] : []))
    let reader = try NewsReader(backend.server.port)
    backend.publish("Título 🐝", "a\r\nb\rc\n\nd")
    let head = "id: \(await backend.newsIDs()[0])\nevent: N\ndata: Título 🐝\n"
    let lines =
      isFaithful ? "data: a\r\ndata: b\rc\ndata: \ndata: d\n\n" : "data: a\ndata: b\ndata: c\ndata: \ndata: d\n\n"
    #expect(try reader.read((isFaithful ? "" : Self.retry) + head + lines))
    await backend.server.stop()
  }

  @Test func `HEAD, HTTP/1.0 and other methods on the stream get a response that ends`() async throws {
    let backend = try NewsBackend()
    let client = try RawClient(backend.server.port)
    try client.send(
      "HEAD /news HTTP/1.1\r\nHost: localhost\r\n\r\nPOST /news HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n"
    )
    #expect(try client.read(until: "\r\n\r\n").hasPrefix("HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n"))
    let refusal = try client.read(until: "\r\n\r\n")
    #expect(refusal.hasPrefix("HTTP/1.1 405 Method Not Allowed\r\n") && refusal.contains("content-type: text/html\r\n"))
    let old = try RawClient(backend.server.port)
    try old.send("GET /news HTTP/1.0\r\n\r\n")
    let answer = try old.readAll()
    #expect(answer.hasPrefix("HTTP/1.1 505 ") && answer.hasSuffix("\r\n\r\na stream needs HTTP/1.1\n"))
    #expect(await backend.streamCount() == 0)
    #expect(await backend.server.withHandler { $0.state.canillita.listeners } == NewsListeners())
    await backend.server.stop()
  }

  @Test func `Input from a listener is ignored`() async throws {
    let backend = try NewsBackend()
    let reader = try NewsReader(backend.server.port)
    try reader.client.send("GET /newspapers HTTP/1.1\r\nHost: localhost\r\n\r\nanything")
    backend.publish("Um")
    #expect(try reader.read(Self.retry + (await backend.news().joined())))
    await backend.server.stop()
  }

  @Test func `A listener that doesn't read is disconnected, and the others continue`() async throws {
    let backend = try NewsBackend(Backend(), .with { $0.output = 4 << 20 })
    let (lazy, keen) = (try NewsReader(backend.server.port), try NewsReader(backend.server.port))
    #expect(try keen.read(Self.retry))
    // The amount exceeds what the system buffers for a socket on both sides, plus the server's limit.
    for _ in 0..<40 {
      backend.post("POST _news", #"{"fault":"oversized","bytes":1000000}"#)
      #expect(try keen.chunk().count > 1_000_000)
    }
    #expect(await backend.streamCount() == 1)
    #expect(try lazy.client.readAll(orReset: true).utf8.count < 40 * 1_000_000)
    await backend.server.stop()
  }

  @Test func `Heartbeats are sent even without news`() async throws {
    let backend = try NewsBackend()
    let reader = try NewsReader(backend.server.port)
    #expect(try reader.read(Self.retry))
    // Five heartbeats of three seconds.
    for _ in 0..<5 { backend.server.post { $0.wake(0).filter { if case .wake = $0 { false } else { true } } } }
    #expect(try reader.read(NewsEvent.comment))
    await backend.server.stop()
  }

  @Test func `Chat and news share a server with separate texts, and a restart ends both`() async throws {
    let backend = try NewsBackend()
    let reader = try NewsReader(backend.server.port)
    let chat = try RawClient(backend.server.port)
    try chat.send(
      "GET /cable HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n")
    _ = try chat.read(until: "\r\n\r\n")
    #expect(try chat.read(until: "unauthorized").contains("disconnect"))
    backend.publish("Um")
    #expect(try reader.read(Self.retry + (await backend.news().joined())))
    backend.server.post { $0.restart() }
    #expect(try reader.chunk() == [])
    #expect(try reader.client.readAll() == "")
    await backend.server.stop()
  }

  @Test func `A thousand listeners get an item, and all their resources are released`() async throws {
    DescriptorLimit.raise()
    let backend = try NewsBackend()
    let readers = try (0..<1_000).map { _ in try NewsReader(backend.server.port) }
    #expect(await backend.streamCount() == 1_000)
    backend.publish("Um")
    let text = Self.retry + (await backend.news().joined())
    #expect(try readers.allSatisfy { try $0.read(text) })
    for reader in readers { reader.client.close() }
    await backend.waitForStreams(0)
    #expect(await backend.server.withHandler { $0.state.canillita.listeners.listeners } == [])
    #expect(await backend.server.withHandler { $0.pending } == 0)
    await backend.server.stop()
    #expect(RawClient.openSockets(at: backend.server.port) == 0)
  }
}
