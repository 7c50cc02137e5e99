import ColmeiaHTTP
import Foundation
import TestSupport
import Testing

@testable import ColmeiaBackend

/// Tests of the news stream over sockets.
@Suite(.blocking, .timeLimit(.minutes(10))) struct NewsServerTests {
  private static let retry = "retry: 3000\n\n"

  @Test func `Each published item is sent in its own chunk, after the stored ones`() async throws {
    let house = try NewsHouse()
    house.publish("Um", "é\nassim")
    let reader = try NewsReader(house.server.port)
    #expect(try reader.chunk() == Array(Self.retry.utf8))
    #expect(try reader.chunk() == Array(await house.news()[0].utf8))
    for title in ["Dois", "Três"] {
      house.publish(title)
      let chunk = String(decoding: try reader.chunk(), as: UTF8.self)
      #expect(chunk.hasPrefix("id: ") && chunk.dropFirst(40) == "\nevent: N\ndata: \(title)\ndata: b\n\n")
    }
    await house.server.stop()
  }

  @Test func `Listeners that connect early, late or again get thousands of items once each`() async throws {
    let house = try NewsHouse()
    let first = try NewsReader(house.server.port)
    for number in 0..<1_500 { house.publish("\(number)") }
    let second = try NewsReader(house.server.port)
    for number in 1_500..<3_000 { house.publish("\(number)") }
    let (news, ids) = (await house.news(), await house.newsIDs())
    #expect(news.count == 3_000)
    let third = try NewsReader(house.server.port, after: ids[1_999])
    for number in 3_000..<3_010 { house.publish("\(number)") }
    let all = await house.news()
    let whole = Self.retry + all.joined()
    #expect(try first.read(whole))
    #expect(try second.read(whole))
    #expect(try third.read(Self.retry + all[2_000...].joined()))
    await house.server.stop()
  }

  @Test func `A client that reconnects during a flood gets every item exactly once`() async throws {
    let house = try NewsHouse()
    var (heard, last): ([Substring], String?) = ([], nil)
    for round in 0..<20 {
      let reader = try NewsReader(house.server.port, after: last)
      for number in 0..<10 { house.publish("\(round)-\(number)") }
      #expect(try reader.read(Self.retry))
      // Reads only seven of each ten items, so that the client falls further behind each time.
      for _ in 0..<7 {
        // Reads byte by byte up to the end of an event.
        var event = ""
        while !event.hasSuffix("\n\n") { event += try reader.read(count: 1) }
        let lines = event.split(separator: "\n")
        heard.append(lines[2].dropFirst(6))
        last = String(lines[0].dropFirst(4))
      }
      reader.client.close()
    }
    #expect(heard == (0..<140).map { "\($0 / 10)-\($0 % 10)" })
    await house.waitForStreams(0)
    #expect(await house.server.ask { $0.state.canillita.listeners } == NewsListeners())
    await house.server.stop()
  }

  @Test(arguments: [false, true]) func `An item with any line endings and alphabets is one event`(isFaithful: Bool)
    async throws
  {
    let house = try NewsHouse(Backend(quirks: isFaithful ? [.lineFeedsOnly, .noHeartbeat] : []))
    let reader = try NewsReader(house.server.port)
    house.publish("Título 🐝", "a\r\nb\rc\n\nd")
    let head = "id: \(await house.newsIDs()[0])\nevent: N\ndata: Título 🐝\n"
    let lines =
      isFaithful ? "data: a\r\ndata: b\rc\ndata: \ndata: d\n\n" : "data: a\ndata: b\ndata: c\ndata: \ndata: d\n\n"
    #expect(try reader.read((isFaithful ? "" : Self.retry) + head + lines))
    await house.server.stop()
  }

  @Test func `HEAD, HTTP/1.0 and other methods on the stream get a response that ends`() async throws {
    let house = try NewsHouse()
    let client = try RawClient(house.server.port)
    try client.send(
      "HEAD /news HTTP/1.1\r\nHost: localhost\r\n\r\nPOST /news HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n"
    )
    #expect(try client.read(until: "\r\n\r\n").hasPrefix("HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n"))
    let refusal = try client.read(until: "\r\n\r\n")
    #expect(refusal.hasPrefix("HTTP/1.1 405 Method Not Allowed\r\n") && refusal.contains("content-type: text/html\r\n"))
    let old = try RawClient(house.server.port)
    try old.send("GET /news HTTP/1.0\r\n\r\n")
    let answer = try old.readAll()
    #expect(answer.hasPrefix("HTTP/1.1 505 ") && answer.hasSuffix("\r\n\r\na stream needs HTTP/1.1\n"))
    #expect(await house.streamCount() == 0)
    #expect(await house.server.ask { $0.state.canillita.listeners } == NewsListeners())
    await house.server.stop()
  }

  @Test func `Input from a listener is ignored`() async throws {
    let house = try NewsHouse()
    let reader = try NewsReader(house.server.port)
    try reader.client.send("GET /newspapers HTTP/1.1\r\nHost: localhost\r\n\r\nanything")
    house.publish("Um")
    #expect(try reader.read(Self.retry + (await house.news().joined())))
    await house.server.stop()
  }

  @Test func `A listener that doesn't read is disconnected, and the others continue`() async throws {
    let house = try NewsHouse(Backend(), .with { $0.output = 4 << 20 })
    let (lazy, keen) = (try NewsReader(house.server.port), try NewsReader(house.server.port))
    #expect(try keen.read(Self.retry))
    // The amount exceeds what the system buffers for a socket on both sides, plus the server's limit.
    for _ in 0..<40 {
      house.post("POST _news", #"{"fault":"oversized","bytes":1000000}"#)
      #expect(try keen.chunk().count > 1_000_000)
    }
    #expect(await house.streamCount() == 1)
    #expect(try lazy.client.readAll(orReset: true).utf8.count < 40 * 1_000_000)
    await house.server.stop()
  }

  @Test func `Heartbeats are sent even without news`() async throws {
    let house = try NewsHouse()
    let reader = try NewsReader(house.server.port)
    #expect(try reader.read(Self.retry))
    // Five heartbeats of three seconds.
    for _ in 0..<5 { house.server.post { $0.wake(0).filter { if case .wake = $0 { false } else { true } } } }
    #expect(try reader.read(NewsEvent.comment))
    await house.server.stop()
  }

  @Test func `Chat and news share a server with separate texts, and a restart ends both`() async throws {
    let house = try NewsHouse()
    let reader = try NewsReader(house.server.port)
    let chat = try RawClient(house.server.port)
    try chat.send(
      "GET /cable HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n")
    _ = try chat.read(until: "\r\n\r\n")
    #expect(try chat.read(until: "unauthorized").contains("disconnect"))
    house.publish("Um")
    #expect(try reader.read(Self.retry + (await house.news().joined())))
    house.server.post { $0.restart() }
    #expect(try reader.chunk() == [])
    #expect(try reader.client.readAll() == "")
    await house.server.stop()
  }

  @Test func `A thousand listeners get an item, and all their resources are released`() async throws {
    DescriptorLimit.raise()
    let house = try NewsHouse()
    let readers = try (0..<1_000).map { _ in try NewsReader(house.server.port) }
    #expect(await house.streamCount() == 1_000)
    house.publish("Um")
    let text = Self.retry + (await house.news().joined())
    #expect(try readers.allSatisfy { try $0.read(text) })
    for reader in readers { reader.client.close() }
    await house.waitForStreams(0)
    #expect(await house.server.ask { $0.state.canillita.listeners.listeners } == [])
    #expect(await house.server.ask { $0.pending } == 0)
    await house.server.stop()
    #expect(RawClient.openSockets(at: house.server.port) == 0)
  }
}
