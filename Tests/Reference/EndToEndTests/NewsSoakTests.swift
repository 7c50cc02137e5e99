import ColmeiaBase
import ColmeiaPlatform
import ReferenceApp
import TestSupport
import Testing

/// Publishes a thousand items a second, if the machine is fast enough, while the server restarts repeatedly.
/// `COLMEIA_SOAK_SECONDS` is the duration; a long run takes 10 minutes.
@Suite(.blocking, .timeLimit(.minutes(20))) struct NewsSoakTests {
  private static let rate = 1_000
  private static let newspaper = "Zangão"

  @Test func `No item is lost or duplicated, however often the stream is interrupted`() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
      let seconds = ThisProcess.number("COLMEIA_SOAK_SECONDS", otherwise: 2)
      let backend = try LocalBackend(connections: 16)
      let streams = PlatformStreamTransport()
      let store = try backend.makeNewsStore(streams)
      store.send(.news(.enterAsGuest))
      store.send(.news(.toggle(NewsSoakTests.newspaper)))
      let audience = Audience()
      let source = EventSource(streams, clock: ContinuousClock(), random: { 0 }) { [origin = backend.server.origin] in
        HTTPRequest(.get, origin: origin, path: "/news")
      }
      async let listening: Void = audience.listen(source, to: NewsSoakTests.newspaper)
      try await SoakTests.wait("the stream is open", [store], audience.bell) {
        audience.isOpen && store.state.news.feed.connection == .open
      }

      let (start, clock) = (ContinuousClock.now, ContinuousClock())
      var (sent, restarts) = (0, 0)
      var memory = 0
      while clock.now < start + .seconds(seconds) {
        let due = Int((clock.now - start) / .milliseconds(1)) * NewsSoakTests.rate / 1_000
        if sent < due {
          backend.publish(sent..<due)
          sent = due
        }
        if clock.now > start + .seconds(15 * restarts) + .milliseconds(500) {
          restarts += 1
          backend.server.post { $0.backend.restart() }
        }
        if memory == 0, clock.now > start + .seconds(seconds) / 2 { memory = ThisProcess.residentSize }
        try await clock.sleep(for: .milliseconds(1))
      }
      let took = clock.now - start
      try await SoakTests.wait("all messages are received", [store], audience.bell) { audience.count >= sent }
      try await SoakTests.wait("the app has received all items", [store], audience.bell) {
        store.state.news.feed.list.items.first?.id == audience.last
      }
      #expect(audience.times == Array(repeating: 1, count: sent))
      let items = store.state.news.feed.list.items
      #expect(items.map(\.id) == audience.newest(items.count))
      #expect(items.count == min(sent, NewsList.itemLimit))
      let growth = ThisProcess.residentSize - memory
      print(
        "\(sent) items in \(took), \(restarts) restarts, \(growth >> 20) MiB more than \(memory >> 20) at half of the time"
      )
      await store.shutdown()
      await streams.shutdown()
      await listening
      await backend.close()
      // The stored items have reached their limit by half of the time.
      #expect(growth < 24 << 20)
    }
    print(String(decoding: result?.standardOutputContent ?? [], as: UTF8.self))
  }
}

/// Listens to one newspaper and counts the items.
private final class Audience: Sendable {
  private struct Content {
    var isOpen = false
    /// For each item, the number of times that it was received.
    var times: [Int] = []
    var count = 0
    /// The ids of the latest items, in order.
    var ids: [String] = []
  }

  private let content = Guarded(Content())
  /// Rings when an update arrives.
  let bell = Bell()

  var isOpen: Bool { content.withLock { $0.isOpen } }
  var count: Int { content.withLock { $0.count } }
  var times: [Int] { content.withLock { $0.times } }
  var last: String? { content.withLock { $0.ids.last } }

  func newest(_ count: Int) -> [String] { content.withLock { $0.ids.suffix(count).reversed() } }

  func listen(_ source: EventSource, to newspaper: String) async {
    do throws(EventSourceError) {
      try await source.run { update in
        defer { bell.ring() }
        switch update {
        case .open: content.withLock { $0.isOpen = true }
        case .event(let event) where event.type == newspaper: receive(event)
        case .event, .error: break
        }
      }
    } catch {}
  }

  private func receive(_ event: ServerSentEvent) {
    guard let number = Int(event.data.prefix { $0 != "\n" }) else { return }
    content.withLock { content in
      while content.times.count <= number { content.times.append(0) }
      content.times[number] += 1
      content.count += 1
      content.ids.append(event.lastEventID)
      if content.ids.count > 2_000 { content.ids.removeFirst(1_000) }
    }
  }
}

extension LocalBackend {
  /// Creates a store whose app can read news.
  fileprivate func makeNewsStore(_ streams: any StreamTransport) throws -> Store<AppReducer> {
    let base = try BaseURL(server.origin)
    var environment = AppEnvironment(
      iddog: base, eventbee: base, canillita: base, transport: transport, tokens: MemoryTokenStore(),
      random: { 0 })
    environment.streams = streams
    return Store(AppReducer.State(), AppReducer(), AppHandler(environment))
  }

  /// Publishes items whose headlines are these numbers. The back end publishes them itself, because the memory that a
  /// URLSession client leaves behind for each request (155 bytes) would hide leaks of the streams.
  fileprivate func publish(_ numbers: Range<Int>) {
    server.post { handler in
      numbers.flatMap { number in
        let request = HTTPRequest(
          .post, path: "/newspapers/Zang%C3%A3o/news", headers: ["Content-Type": "application/json"],
          body: Array(#"{"title":"\#(number)","body":"x"}"#.utf8))
        return handler.backend.handle(request, .max)
      }
    }
  }
}
