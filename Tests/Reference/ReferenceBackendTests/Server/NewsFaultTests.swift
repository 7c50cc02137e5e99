import TestSupport
import Testing

@testable import ReferenceBackend

/// Tests of the faults of the news stream.
@Suite(.blocking, .timeLimit(.minutes(10))) struct NewsFaultTests {
  private static let retry = "retry: 3000\n\n"

  /// Switches on a fault and waits for the response.
  private static func set(_ body: String, _ backend: NewsBackend, path: String = "/_news") throws -> Int? {
    let client = try RawClient(backend.server.port)
    try client.send("POST \(path) HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
    return Int(try client.read(until: "\r\n\r\n").split(separator: " ")[1])
  }

  private static func set(_ fault: NewsFault, _ backend: NewsBackend) throws {
    #expect(try set(#"{"fault":"\#(fault.rawValue)"}"#, backend) == 200)
  }

  @Test func `The cut fault ends a stream in the middle of an event`() async throws {
    let backend = try NewsBackend()
    let reader = try NewsReader(backend.server.port)
    #expect(try reader.read(Self.retry))
    try Self.set(.cut, backend)
    #expect(try reader.client.readAll() == "fff\r\nid: fault\nevent: fault\ndata: hal")
    // New connections work.
    #expect(try NewsReader(backend.server.port).read(Self.retry))
    await backend.server.stop()
  }

  @Test func `The restart fault ends all streams properly`() async throws {
    let backend = try NewsBackend()
    let readers = try (0..<3).map { _ in try NewsReader(backend.server.port) }
    try Self.set(.restart, backend)
    for reader in readers {
      #expect(try reader.read(Self.retry))
      #expect(try reader.chunk() == [])
      #expect(try reader.client.readAll() == "")
    }
    await backend.server.stop()
  }

  @Test(arguments: [(NewsFault.type, 200), (.noContent, 204), (.notFound, 404), (.broken, 500)])
  func `New listeners get another response until the fault is switched off`(
    fault: NewsFault, status: Int
  ) async throws {
    let backend = try NewsBackend()
    let reader = try NewsReader(backend.server.port)
    try Self.set(fault, backend)
    let client = try RawClient(backend.server.port)
    for _ in 0..<2 {
      try client.send("GET /news HTTP/1.1\r\nHost: localhost\r\n\r\n")
      let head = try client.read(until: "\r\n\r\n")
      #expect(head.hasPrefix("HTTP/1.1 \(status) "))
      #expect(head.contains("content-type: text/html") == (fault == .type))
      if fault == .type { _ = try client.read(until: "</p>\n") }
    }
    // Existing listeners continue to receive items.
    backend.publish("Um")
    #expect(try reader.read(Self.retry + (await backend.news().joined())))
    try Self.set(.none, backend)
    #expect(try NewsReader(backend.server.port).read(Self.retry))
    await backend.server.stop()
  }

  @Test(arguments: [(NewsFault.crlf, "\r\n"), (.cr, "\r"), (.none, "\n")])
  func `Lines end as the fault requires`(fault: NewsFault, end: String) async throws {
    let backend = try NewsBackend()
    try Self.set(fault, backend)
    let reader = try NewsReader(backend.server.port)
    backend.publish("Um")
    let text = Self.retry + (await backend.news().joined())
    #expect(try reader.read(text.replacing("\n", with: end)))
    await backend.server.stop()
  }

  @Test func `The bom fault begins a stream with a byte order mark`() async throws {
    let backend = try NewsBackend()
    try Self.set(.bom, backend)
    let reader = try NewsReader(backend.server.port)
    #expect(try reader.chunk() == [0xEF, 0xBB, 0xBF])
    #expect(try reader.chunk() == Array(Self.retry.utf8))
    await backend.server.stop()
  }

  @Test func `The malformed fault sends one event that isn't UTF-8`() async throws {
    let backend = try NewsBackend()
    let reader = try NewsReader(backend.server.port)
    #expect(try reader.read(Self.retry))
    try Self.set(.malformed, backend)
    let chunk = try reader.chunk()
    #expect(String(validating: chunk, as: UTF8.self) == nil)
    #expect(chunk.starts(with: "id: fault\nevent: fault\ndata: a".utf8) && chunk.suffix(3) == [0x62, 10, 10])
    backend.publish("Um")
    #expect(try reader.read(await backend.news().joined()))
    await backend.server.stop()
  }

  @Test(arguments: [(nil, NewsFault.oversize), (5, 5), (100_000, 100_000)] as [(Int?, Int)])
  func `An oversized event has the requested size`(bytes: Int?, size: Int) async throws {
    let backend = try NewsBackend()
    let reader = try NewsReader(backend.server.port)
    #expect(try reader.read(Self.retry))
    let more = bytes.map { #","bytes":\#($0)"# } ?? ""
    #expect(try Self.set(#"{"fault":"oversized"\#(more)}"#, backend) == 200)
    let chunk = try reader.chunk()
    #expect(chunk.count { $0 == UInt8(ascii: "x") } == size && chunk.suffix(2) == [10, 10])
    await backend.server.stop()
  }

  @Test func `The silence fault suppresses all output, which is lost`() async throws {
    let backend = try NewsBackend()
    let reader = try NewsReader(backend.server.port)
    #expect(try reader.read(Self.retry))
    try Self.set(.silence, backend)
    let silent = try NewsReader(backend.server.port)
    backend.publish("Um")
    for _ in 0..<5 { backend.server.post { $0.wake(0).filter { if case .wake = $0 { false } else { true } } } }
    try Self.set(.none, backend)
    backend.publish("Dois")
    let last = await backend.news()[1]
    #expect(try reader.read(last))
    #expect(try silent.read(last))
    await backend.server.stop()
  }

  @Test(arguments: [
    "", "{", #"{"fault":"unknown"}"#, #"{"fault":7}"#, #"{"fault":"oversized","bytes":0}"#,
    #"{"fault":"oversized","bytes":1000000000}"#, #"{"fault":"oversized","bytes":"1"}"#,
  ])
  func `An unknown or invalid fault is refused`(body: String) async throws {
    let backend = try NewsBackend()
    #expect(try Self.set(body, backend) == 422)
    await backend.server.stop()
  }

  @Test func `Quirks can be enabled and disabled in a running server`() async throws {
    let backend = try NewsBackend()
    let path = "/_canillita"
    backend.publish("Um")
    for (body, status, first) in [
      (#"{"faithful":true}"#, 200, ""), (#"{"faithful":false}"#, 200, Self.retry),
      (#"{"quirks":["noHeartbeat"]}"#, 200, ""), (#"{"quirks":["rawLocation"]}"#, 200, Self.retry),
      (#"{"quirks":["nothing"]}"#, 422, Self.retry), (#"{"faithful":1}"#, 422, Self.retry), ("", 422, Self.retry),
    ] {
      #expect(try Self.set(body, backend, path: path) == status)
      let client = try RawClient(backend.server.port)
      try client.send("GET /news HTTP/1.1\r\nHost: localhost\r\n\r\n")
      #expect(try client.read(until: "\r\n\r\n").contains("server: Cowboy") == (body == #"{"faithful":true}"#))
      let size = try client.read(until: "\r\n")
      #expect(String(decoding: try client.read(count: 3), as: UTF8.self) == (first.isEmpty ? "id:" : "ret"), "\(size)")
    }
    #expect(await backend.newsIDs().count == 1)
    await backend.server.stop()
  }

  @Test func `Fault requests get status 404 unless faults are allowed`() async throws {
    let backend = try NewsBackend(faults: false)
    #expect(try Self.set(#"{"fault":"broken"}"#, backend) == 404)
    #expect(try Self.set(#"{"faithful":true}"#, backend, path: "/_canillita") == 404)
    await backend.server.stop()
  }
}
