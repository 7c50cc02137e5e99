import ColmeiaBase
import ColmeiaTesting
import TestSupport
import Testing

@testable import ColmeiaClient

/// Tests of the event source over scripted streams and a clock that the test advances.
@Suite(.timeLimit(.minutes(10))) struct EventSourceTests {
  private let transport = StubStreamTransport()
  private let clock = ManualClock()
  private let received = Recorder<EventSourceUpdate>()

  private func source(
    timing: EventSourceTiming = .init(idle: nil), lastEventID: String = "", refusal: EventSourceRefusal = .standard,
    headers: HTTPHeaders = [:]
  ) -> EventSource {
    EventSource(transport, timing: timing, lastEventID: lastEventID, refusal: refusal, clock: clock, random: { 0 }) {
      HTTPRequest(.get, origin: "http://h", path: "/news", headers: headers)
    }
  }

  private func run(_ source: EventSource) -> Task<EventSourceError?, Never> {
    Task { [received] in
      do throws(EventSourceError) {
        try await source.run { received.add($0) }
        return nil
      } catch { return error }
    }
  }

  private func data(_ updates: [EventSourceUpdate]) -> [String] {
    updates.map { update in
      switch update {
      case .open: "open"
      case .event(let event): event.data
      case .error(let error, let time): "\(error) \(time.map { "\($0)" } ?? "never")"
      }
    }
  }

  @Test func `The client's header fields replace those of the request`() async {
    let task = run(source(headers: ["Accept": "application/json", "Authorization": "t", "Last-Event-ID": "x"]))
    let stream = await transport.opened(1)
    task.cancel()
    #expect(await task.value == .cancelled)
    #expect(stream.request.headers["Accept"] == "text/event-stream")
    #expect(stream.request.headers["Cache-Control"] == "no-cache")
    #expect(stream.request.headers["Last-Event-ID"] == nil && stream.request.headers["Authorization"] == "t")
  }

  @Test func `If no request can be created, the client ends and says why`() async {
    struct NotSignedIn: Error {}
    let source = EventSource(transport, clock: clock, random: { 0 }) { throw NotSignedIn() }
    #expect(await run(source).value == .noRequest("NotSignedIn()"))
    #expect(received.all == [.error(.noRequest("NotSignedIn()"), reconnectsAfter: nil)])
    #expect(transport.requests.isEmpty)
  }

  @Test(arguments: [APIError.tokenStore(.keychain(status: -25_308)), .transport(.offline)])
  func `If no request can be created for now, the client connects again later`(error: APIError) async {
    let failure = Guarded(APIError?.some(error))
    let source = EventSource(transport, clock: clock, random: { 0 }) {
      if let error = failure.withLock({ $0.take() }) { throw error }
      return HTTPRequest(.get, origin: "http://h", path: "/news")
    }
    let task = run(source)
    await clock.waitForSleeps(1)
    clock.advance(by: .seconds(3))
    #expect(await transport.opened(1).request.path == "/news")
    #expect(data(received.all) == ["\(error.ofOpening) 3.0 seconds"])
    task.cancel()
    #expect(await task.value == .cancelled)
  }

  @Test(arguments: [("7", "7"), ("é🐝", "é🐝"), ("", nil), ("a\u{1}b", nil)])
  func `A last event ID is sent if there is one and it is valid`(id: String, sent: String?) async {
    let task = run(source(lastEventID: id))
    #expect(await transport.opened(1).request.headers["Last-Event-ID"] == sent)
    task.cancel()
    #expect(await task.value == .cancelled)
  }

  @Test func `The event source delivers events, reconnects after the delay and sends the last event ID`() async {
    let task = run(source())
    let first = await transport.opened(1)
    first.perform(.events, .text("retry: 5000\nid: 1\ndata: a\n\nid: 2\nda"))
    await first.waitForReader()
    #expect(data(received.all) == ["open", "a"])
    first.perform(.cut(.offline))
    await first.closed()
    await clock.waitForSleeps(1)
    clock.advance(by: .milliseconds(4_999))
    #expect(transport.requests.count == 1)
    clock.advance(by: .milliseconds(1))
    let second = await transport.opened(2)
    #expect(second.request.headers["Last-Event-ID"] == "1")
    second.perform(.events, .text("data: b\n\n"))
    await second.waitForReader()
    #expect(data(received.all) == ["open", "a", "\(EventSourceError.transport(.offline)) 5.0 seconds", "open", "b"])
    task.cancel()
    #expect(await task.value == .cancelled)
    await second.closed()
  }

  @Test func `The event source reconnects after the end of the body`() async {
    let task = run(source())
    let first = await transport.opened(1)
    first.perform(.events)
    await first.waitForReader()
    first.perform(.end)
    await clock.waitForSleeps(1)
    clock.advance(by: .seconds(3))
    _ = await transport.opened(2)
    #expect(received.all.last == .error(.ended, reconnectsAfter: .seconds(3)))
    task.cancel()
    #expect(await task.value == .cancelled)
  }

  @Test func `A status other than 200 ends the event source and closes the connection`() async {
    let task = run(source())
    let first = await transport.opened(1)
    first.perform(.answer(HTTPResponse(404)))
    #expect(await task.value == .refused(status: 404))
    await first.closed()
    #expect(received.all == [.error(.refused(status: 404), reconnectsAfter: nil)])
  }

  @Test func `After a refused ID, the event source reconnects at once without it`() async {
    let task = run(source(lastEventID: "gone", refusal: .forgetsRefusedID))
    let first = await transport.opened(1)
    #expect(first.request.headers["Last-Event-ID"] == "gone")
    first.perform(.answer(HTTPResponse(500)))
    let second = await transport.opened(2)
    #expect(second.request.headers["Last-Event-ID"] == nil)
    second.perform(.events, .text("data: a\n\n"))
    await second.waitForReader()
    #expect(data(received.all) == ["\(EventSourceError.refused(status: 500)) 0.0 seconds", "open", "a"])
    task.cancel()
    #expect(await task.value == .cancelled)
  }

  @Test func `Silence closes the connection, and a comment counts as activity`() async {
    let task = run(source(timing: .init(idle: .seconds(10))))
    let first = await transport.opened(1)
    first.perform(.events)
    await first.waitForReader()
    clock.advance(by: .seconds(9))
    first.perform(.text(":\n"))
    await first.waitForReader()
    // The alarm of the first read wakes up without effect and is set again.
    await clock.waitForSleeps(1)
    clock.advance(by: .seconds(1))
    await clock.waitForSleeps(2)
    #expect(!first.isClosed)
    clock.advance(by: .seconds(9))
    await first.closed()
    await clock.waitForSleeps(3)
    #expect(received.all.last == .error(.silent(.seconds(10)), reconnectsAfter: .seconds(3)))
    clock.advance(by: .seconds(3))
    _ = await transport.opened(2)
    task.cancel()
    #expect(await task.value == .cancelled)
  }

  @Test func `A deadline that passes just when bytes arrive counts as silence, not as the end`() async {
    let task = run(source(timing: .init(idle: .seconds(10))))
    let first = await transport.opened(1)
    first.perform(.events, .text("data: 1\n\n"))
    await first.waitForReader()
    // The closure of the read that has got the bytes may still be called.
    first.perform(.cut(.cancelled))
    await clock.waitForSleeps(2)
    #expect(received.all.last == .error(.silent(.seconds(10)), reconnectsAfter: .seconds(3)))
    clock.advance(by: .seconds(3))
    _ = await transport.opened(2)
    task.cancel()
    #expect(await task.value == .cancelled)
  }

  @Test func `Nothing more is read while the listener is busy`() async {
    let (entered, leave) = (Tally(), Tally())
    let source = source()
    let task = Task {
      try? await source.run { update in
        guard case .event = update else { return }
        entered.add()
        await leave.reaches(entered.value)
      }
    }
    let stream = await transport.opened(1)
    stream.perform(.events, .text("data: 1\n\n"))
    await entered.reaches(1)
    stream.perform(.text("data: 2\n\ndata: 3\n\n"))
    #expect(stream.unreadCount == 18 && entered.value == 1)
    leave.add()
    await entered.reaches(2)
    #expect(stream.unreadCount == 0 && entered.value == 2)
    leave.add()
    await entered.reaches(3)
    leave.add()
    await stream.waitForReader()
    task.cancel()
    await task.value
  }

  @Test func `An event source that is cancelled between two events of one chunk delivers no more`() async {
    let (entered, leave) = (Tally(), Tally())
    let source = source()
    let task = Task { [received] in
      try? await source.run { update in
        received.add(update)
        guard case .event = update else { return }
        entered.add()
        await leave.reaches(1)
      }
    }
    let stream = await transport.opened(1)
    stream.perform(.events, .text("data: 1\n\ndata: 2\n\n"))
    await entered.reaches(1)
    task.cancel()
    leave.add()
    await task.value
    #expect(data(received.all) == ["open", "1"])
    await stream.closed()
  }

  @Test func `An event source that is cancelled while waiting to reconnect does not reconnect`() async {
    let task = run(source())
    await transport.opened(1).perform(.cut(.offline))
    await clock.waitForSleeps(1)
    task.cancel()
    #expect(await task.value == .cancelled)
    clock.advance(by: .seconds(100))
    #expect(transport.requests.count == 1)
  }

  @Test func `An event source that is cancelled before it starts opens no stream`() async {
    let latch = Tally()
    let source = source()
    let task = Task { () -> EventSourceError? in
      await latch.reaches(1)
      do throws(EventSourceError) { try await source.run { _ in } } catch { return error }
      return nil
    }
    task.cancel()
    latch.add()
    #expect(await task.value == .cancelled)
    #expect(transport.requests.isEmpty)
  }
}
