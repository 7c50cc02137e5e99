import ColmeiaTesting
import TestSupport
import Testing

@testable import ColmeiaClient
@testable import ColmeiaTransport

@Suite struct ObservedTransportTests {
  private let request = HTTPRequest(
    .post, origin: "http://h", path: "/a", query: "token=hidden&page=1", headers: ["Token": "hidden"],
    body: Array("hidden".utf8))

  @Test func `Each request is reported once with its end and duration, and without secrets`() async throws {
    let (clock, log) = (ManualClock(), ExchangeLog())
    let stub = StubTransport(
      [
        StubRule(
          .post, "/a", .after(.seconds(2), .response(HTTPResponse(201, headers: ["X": "hidden"], body: [1, 2, 3]))),
          .failure(.offline))
      ], clock: clock)
    let transport = ObservedTransport(stub, clock: clock, observer: log.add)
    async let answer = transport.send(request)
    await clock.waitForSleeps(1)
    clock.advance(by: .seconds(2))
    #expect(try await answer.status == 201)
    await #expect(throws: TransportError.offline) {
      try await transport.send(request, TransferOptions(bodyLimit: 1))
    }
    #expect(log.records.map(\.end) == [.answered(201, bytes: 3), .failed(.offline)])
    #expect(log.records.map(\.duration) == [.seconds(2), .zero])
    var text = ""
    for record in log.records { dump(record, to: &text) }
    #expect(!text.contains("hidden") && !"\(log.records)".contains("hidden"))
    #expect(
      log.records.map(\.description) == [
        "POST http://h/a?token&page 201, 6 bytes sent, 3 received, 2.0 seconds",
        "POST http://h/a?token&page failed after 0.0 seconds: This device is offline. Connect it and try again.",
      ])
  }

  @Test func `A secret is masked in the names of query items, too`() async throws {
    let (log, stub) = (ExchangeLog(), StubTransport([StubRule(.get, "/*", .response(HTTPResponse(204)))]))
    let request = HTTPRequest(.get, path: "/a", query: "s3cr3t", headers: ["Authorization": "Bearer s3cr3t"])
    _ = try await ObservedTransport(stub, clock: ManualClock(), observer: log.add).send(request)
    #expect(log.records.map(\.queryNames) == [["***"]])
  }

  @Test func `A body that is read while it is sent counts as sent bytes`() async throws {
    let log = ExchangeLog()
    let stub = StubTransport([StubRule(.post, "/a", .response(HTTPResponse(204)), .failure(.offline))])
    let transport = ObservedTransport(stub, clock: ManualClock(), observer: log.add)
    let request = HTTPRequest(.post, origin: "http://h", path: "/a")
    let options = TransferOptions(upload: UploadBody([1, 2, 3]))
    _ = try await transport.send(request, options)
    await #expect(throws: TransportError.offline) { try await transport.send(request, options) }
    #expect(log.records.map(\.sentBytes) == [3, 3])
  }

  @Test func `A stream is reported when its head arrives or when it cannot be opened`() async throws {
    let log = ExchangeLog()
    let stub = StubStreamTransport([[.events, .end], [.cut(.offline)]])
    let streams = ObservedStreamTransport(stub, clock: ManualClock(), observer: log.add)
    let request = HTTPRequest(.get, origin: "http://h", path: "/news", headers: ["Token": "hidden"])
    #expect(try await streams.open(request).head.status == 200)
    await #expect(throws: TransportError.offline) { _ = try await streams.open(request) }
    #expect(
      log.records.map(\.description) == [
        "GET http://h/news 200, opened after 0.0 seconds",
        "GET http://h/news failed after 0.0 seconds: This device is offline. Connect it and try again.",
      ])
  }

  @Test func `Durations are reported in milliseconds`() {
    let request = HTTPRequest(.get, origin: "http://h", path: "/")
    let times = [
      (Duration.nanoseconds(1_234_567_891), "1.234"), (.microseconds(999), "0.0"),
      (.seconds(Int64.max), "9.223372036854776e+18"),
    ]
    for (duration, text) in times {
      let description = ExchangeRecord(request, .opened(200), duration: duration).description
      #expect(description == "GET http://h/ 200, opened after \(text) seconds")
    }
  }

  @Test func `A secret is masked in the address of an error, too`() {
    let request = HTTPRequest(.get, origin: "http://abcdef.h", path: "/", headers: ["Token": "abcdef"])
    let end = ExchangeRecord.End.failed(.unreachable(.refused, origin: "http://abcdef.h"))
    #expect(!ExchangeRecord(request, end, duration: .zero).description.contains("abcdef"))
  }

  @Test func `A log keeps the most recent records, in order`() {
    let log = ExchangeLog(limit: 3)
    for count in 0..<8 {
      let request = HTTPRequest(.get, origin: "http://h", path: "/\(count)")
      log.add(ExchangeRecord(request, .failed(.offline), duration: .zero))
      #expect(log.records.map(\.path) == (max(0, count - 2)...count).map { "/\($0)" })
    }
  }
}
