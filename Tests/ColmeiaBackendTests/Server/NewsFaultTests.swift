import ColmeiaHTTP
import TestSupport
import Testing

@testable import ColmeiaBackend

/// Tests of the faults of the news stream.
@Suite(.blocking, .timeLimit(.minutes(10))) struct NewsFaultTests {
  private static let retry = "retry: 3000\n\n"

  /// Switches on a fault and waits for the response.
  private static func set(_ body: String, _ house: NewsHouse, path: String = "/_news") throws -> Int? {
    let client = try RawClient(house.server.port)
    try client.send("POST \(path) HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
    return Int(try client.read(until: "\r\n\r\n").split(separator: " ")[1])
  }

  private static func set(_ fault: NewsFault, _ house: NewsHouse) throws {
    #expect(try set(#"{"fault":"\#(fault.rawValue)"}"#, house) == 200)
  }

  @Test func `The cut fault ends a stream in the middle of an event`() async throws {
    let house = try NewsHouse()
    let reader = try NewsReader(house.server.port)
    #expect(try reader.read(Self.retry))
    try Self.set(.cut, house)
    #expect(try reader.client.readAll() == "fff\r\nid: fault\nevent: fault\ndata: hal")
    // New connections work.
    #expect(try NewsReader(house.server.port).read(Self.retry))
    await house.server.stop()
  }

  @Test func `The restart fault ends all streams properly`() async throws {
    let house = try NewsHouse()
    let readers = try (0..<3).map { _ in try NewsReader(house.server.port) }
    try Self.set(.restart, house)
    for reader in readers {
      #expect(try reader.read(Self.retry))
      #expect(try reader.chunk() == [])
      #expect(try reader.client.readAll() == "")
    }
    await house.server.stop()
  }

  @Test(arguments: [(NewsFault.type, 200), (.noContent, 204), (.notFound, 404), (.broken, 500)])
  func `New listeners get another response until the fault is switched off`(
    fault: NewsFault, status: Int
  ) async throws {
    let house = try NewsHouse()
    let reader = try NewsReader(house.server.port)
    try Self.set(fault, house)
    let client = try RawClient(house.server.port)
    for _ in 0..<2 {
      try client.send("GET /news HTTP/1.1\r\nHost: localhost\r\n\r\n")
      let head = try client.read(until: "\r\n\r\n")
      #expect(head.hasPrefix("HTTP/1.1 \(status) "))
      #expect(head.contains("content-type: text/html") == (fault == .type))
      if fault == .type { _ = try client.read(until: "</p>\n") }
    }
    // Existing listeners continue to receive items.
    house.publish("Um")
    #expect(try reader.read(Self.retry + (await house.news().joined())))
    try Self.set(.none, house)
    #expect(try NewsReader(house.server.port).read(Self.retry))
    await house.server.stop()
  }

  @Test(arguments: [(NewsFault.crlf, "\r\n"), (.cr, "\r"), (.none, "\n")])
  func `Lines end as the fault requires`(fault: NewsFault, end: String) async throws {
    let house = try NewsHouse()
    try Self.set(fault, house)
    let reader = try NewsReader(house.server.port)
    house.publish("Um")
    let text = Self.retry + (await house.news().joined())
    #expect(try reader.read(text.replacing("\n", with: end)))
    await house.server.stop()
  }

  @Test func `The bom fault begins a stream with a byte order mark`() async throws {
    let house = try NewsHouse()
    try Self.set(.bom, house)
    let reader = try NewsReader(house.server.port)
    #expect(try reader.chunk() == [0xEF, 0xBB, 0xBF])
    #expect(try reader.chunk() == Array(Self.retry.utf8))
    await house.server.stop()
  }

  @Test func `The malformed fault sends one event that isn't UTF-8`() async throws {
    let house = try NewsHouse()
    let reader = try NewsReader(house.server.port)
    #expect(try reader.read(Self.retry))
    try Self.set(.malformed, house)
    let chunk = try reader.chunk()
    #expect(String(validating: chunk, as: UTF8.self) == nil)
    #expect(chunk.starts(with: "id: fault\nevent: fault\ndata: a".utf8) && chunk.suffix(3) == [0x62, 10, 10])
    house.publish("Um")
    #expect(try reader.read(await house.news().joined()))
    await house.server.stop()
  }

  @Test(arguments: [(nil, NewsFault.oversize), (5, 5), (100_000, 100_000)] as [(Int?, Int)])
  func `An oversized event has the requested size`(bytes: Int?, size: Int) async throws {
    let house = try NewsHouse()
    let reader = try NewsReader(house.server.port)
    #expect(try reader.read(Self.retry))
    let more = bytes.map { #","bytes":\#($0)"# } ?? ""
    #expect(try Self.set(#"{"fault":"oversized"\#(more)}"#, house) == 200)
    let chunk = try reader.chunk()
    #expect(chunk.count { $0 == UInt8(ascii: "x") } == size && chunk.suffix(2) == [10, 10])
    await house.server.stop()
  }

  @Test func `The silence fault suppresses all output, which is lost`() async throws {
    let house = try NewsHouse()
    let reader = try NewsReader(house.server.port)
    #expect(try reader.read(Self.retry))
    try Self.set(.silence, house)
    let silent = try NewsReader(house.server.port)
    house.publish("Um")
    for _ in 0..<5 { house.server.post { $0.wake(0).filter { if case .wake = $0 { false } else { true } } } }
    try Self.set(.none, house)
    house.publish("Dois")
    let last = await house.news()[1]
    #expect(try reader.read(last))
    #expect(try silent.read(last))
    await house.server.stop()
  }

  @Test(arguments: [
    "", "{", #"{"fault":"unknown"}"#, #"{"fault":7}"#, #"{"fault":"oversized","bytes":0}"#,
    #"{"fault":"oversized","bytes":1000000000}"#, #"{"fault":"oversized","bytes":"1"}"#,
  ])
  func `An unknown or invalid fault is refused`(body: String) async throws {
    let house = try NewsHouse()
    #expect(try Self.set(body, house) == 422)
    await house.server.stop()
  }

  @Test func `Quirks can be enabled and disabled in a running server`() async throws {
    let house = try NewsHouse()
    let path = "/_canillita"
    house.publish("Um")
    for (body, status, first) in [
      (#"{"faithful":true}"#, 200, ""), (#"{"faithful":false}"#, 200, Self.retry),
      (#"{"quirks":["noHeartbeat"]}"#, 200, ""), (#"{"quirks":["rawLocation"]}"#, 200, Self.retry),
      (#"{"quirks":["nothing"]}"#, 422, Self.retry), (#"{"faithful":1}"#, 422, Self.retry), ("", 422, Self.retry),
    ] {
      #expect(try Self.set(body, house, path: path) == status)
      let client = try RawClient(house.server.port)
      try client.send("GET /news HTTP/1.1\r\nHost: localhost\r\n\r\n")
      #expect(try client.read(until: "\r\n\r\n").contains("server: Cowboy") == (body == #"{"faithful":true}"#))
      let size = try client.read(until: "\r\n")
      #expect(String(decoding: try client.read(count: 3), as: UTF8.self) == (first.isEmpty ? "id:" : "ret"), "\(size)")
    }
    #expect(await house.newsIDs().count == 1)
    await house.server.stop()
  }

  @Test func `Fault requests get status 404 unless faults are allowed`() async throws {
    let house = try NewsHouse(faults: false)
    #expect(try Self.set(#"{"fault":"broken"}"#, house) == 404)
    #expect(try Self.set(#"{"faithful":true}"#, house, path: "/_canillita") == 404)
    await house.server.stop()
  }
}
