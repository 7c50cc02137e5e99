#if os(Linux)
  import ColmeiaHTTP
  import ColmeiaTesting
  import ColmeiaTransport
  import Foundation
  import TestSupport
  import Testing

  @testable import ColmeiaPlatform

  @Suite(.blocking, .timeLimit(.minutes(10))) struct LinkExchangeTests {
    @Test func `A stream whose request is never read ends with its connection and its body`() async throws {
      let (clock, received, proceed) = (ManualClock(), Tally(), DispatchSemaphore(value: 0))
      let listener = try RawListener { descriptor in
        listenerReads(descriptor, 1)
        received.add()
        proceed.wait()
      }
      defer { listener.stop() }
      let transport = LinkStreamTransport(StreamConfiguration(timeout: .seconds(30)), clock: clock)
      let origin = listener.origin
      let opening = Task {
        let body = [UInt8](repeating: 1, count: 32 << 20)
        _ = try await transport.open(HTTPRequest(.post, origin: origin, path: "/", body: body))
      }
      await received.reaches(1)
      await clock.waitForSleeps(1)
      clock.advance(by: .seconds(30))
      await #expect(throws: TransportError.timedOut(after: .seconds(30), origin: origin)) { try await opening.value }
      await poll(for: "the connection to end") { !transport.isRunning }
      proceed.signal()
      await transport.shutdown()
    }
  }
#endif
