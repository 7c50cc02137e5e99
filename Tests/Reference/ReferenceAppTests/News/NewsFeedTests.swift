import ColmeiaBase
import Testing

@testable import ReferenceApp

/// Tests the stream of news over a stub transport: the requests, and the events that it sends.
@Suite struct NewsFeedTests {
  private static func received(
    _ scripts: [[StubStream.Step]], after id: String?, of names: [String] = ["Diário"]
  ) async throws -> (events: [NewsStream.Event], ids: [String?]) {
    let transport = StubStreamTransport(scripts)
    let feed = NewsFeed(
      transport: transport, base: try BaseURL("http://news.example/v1"),
      timing: EventSourceTiming(reconnection: .zero, cap: .zero), clock: ContinuousClock(), random: { 0 })
    let box = Box()
    await feed.follow(names, after: id, Send { event in box.content.withLock { $0.append(event) } })
    #expect(transport.requests.allSatisfy { $0.target == "/v1/news" })
    return (box.content.withLock { $0 }, transport.requests.map { $0.headers["Last-Event-ID"] })
  }

  private final class Box: Sendable {
    let content = Guarded<[NewsStream.Event]>([])
  }

  private static let item = "id: 1\nevent: Diário\ndata: Título 1\ndata: uma\ndata: duas\n\n"
  private static let done = StubStream.Step.answer(HTTPResponse(204))

  @Test func `Items of subscribed newspapers are sent, others are skipped, and invalid ones are reported`() async throws
  {
    let other = "id: 2\nevent: Folha\ndata: x\n\n"
    let (events, ids) = try await Self.received(
      [[.events, .text(Self.item + other + "id: 3\ndata: another's\n\n"), .end], [Self.done]], after: nil)
    #expect(
      events == [
        .opened(after: nil), .item(NewsTests.item("1")), .skipped(id: "2"), .corrupted(id: "3"), .interrupted,
        .refused(.status(204)),
      ])
    #expect(ids == [nil, "3"])
  }

  @Test func `A server that no longer has the item is asked for all items`() async throws {
    let (events, ids) = try await Self.received(
      [[.answer(HTTPResponse(500))], [.events, .text(Self.item), .end], [Self.done]], after: "old")
    #expect(ids == ["old", nil, "1"])
    #expect(
      events == [
        .interrupted, .opened(after: nil), .item(NewsTests.item("1")), .interrupted, .refused(.status(204)),
      ])
  }

  @Test func `A server that fails without a last item or sends an invalid stream isn't asked again`() async throws {
    let page = HTTPResponse(200, headers: ["Content-Type": "text/html"])
    let large = StubStream.Step.text("data: " + String(repeating: "x", count: 2 << 20) + "\n\n")
    for (script, refusal) in [
      ([.answer(HTTPResponse(500))], .status(500)), ([.answer(page)], .notEvents), ([.events, large], .tooLarge),
    ] as [([StubStream.Step], NewsStream.Refusal)] {
      let (events, ids) = try await Self.received([script], after: nil)
      #expect(events.last == .refused(refusal))
      #expect(ids.count == 1)
    }
  }

  @Test func `Without a stream transport the news are refused`() async throws {
    let bench = try Bench()
    #expect(
      await bench.actions(.news(.follow(["Diário"], after: nil, over: .archive)))
        == [.news(.received(.refused(.unavailable), over: .archive))])
  }
}
