#if os(Linux)
  import ColmeiaSync
  import Foundation
  import TestSupport
  import Testing

  @testable import ColmeiaPlatformTransport

  /// Tests which links the hub's thread serves, and how often.
  @Suite(.blocking, .timeLimit(.minutes(10))) struct LinkHubTests {
    /// Records what happens on a link.
    private final class Recorder: Link.Listener {
      let isOpen = Tally()
      let bytes = Awaited(0)
      let isOver = Tally()
      func opened() { isOpen.add() }
      func received(_ bytes: ArraySlice<UInt8>) { self.bytes.change { $0 += bytes.count } }
      func ended(_ code: CurlCode) { isOver.add() }
      func waits(for count: Int) async { _ = await bytes.first { $0 >= count ? true : nil } }
    }

    /// Returns how often links are served while one link sends 100 messages and receives a response to each.
    private static func served(beside idle: Int) async throws -> Int {
      let silent = try RawListener()
      let echo = try RawListener { descriptor in
        var byte: UInt8 = 0
        while read(descriptor, &byte, 1) == 1, write(descriptor, &byte, 1) == 1 {}
      }
      let hub = LinkHub(timeout: .seconds(60))
      let others = (0..<idle).map { _ in Recorder() }
      for other in others { hub.open(Link(silent.origin + "/", certificates: nil, other)) }
      let recorder = Recorder()
      let link = Link(echo.origin + "/", certificates: nil, recorder)
      hub.open(link)
      for recorder in others + [recorder] { await recorder.isOpen.reaches(1) }
      let before = hub.served
      for count in 1...100 {
        link.put([1])
        hub.wake(link)
        await recorder.waits(for: count)
      }
      let count = hub.served - before
      hub.shutDown()
      await hub.waitForEnd()
      silent.stop()
      echo.stop()
      return count
    }

    @Test func `The cost of a message doesn't depend on the number of idle links`() async throws {
      for idle in [10, 1_000] {
        // Twice for each message: to send it and to receive the response. The rest is for the links opened last.
        let count = try await Self.served(beside: idle)
        #expect(count <= 220, "beside \(idle) idle links")
      }
    }

    @Test func `Other links are served while one link always has input`() async throws {
      let flood = try RawListener { descriptor in
        let bytes = [UInt8](repeating: 1, count: 65_536)
        while send(descriptor, bytes, bytes.count, CInt(MSG_NOSIGNAL)) > 0 {}
      }
      let silent = try RawListener()
      // Reads so slowly that input is always available.
      let hub = LinkHub(timeout: .seconds(60), reading: LinkReading(size: 16, count: 1))
      let (busy, idle) = (Recorder(), Recorder())
      hub.open(Link(flood.origin + "/", certificates: nil, busy))
      await busy.waits(for: 1)
      let link = Link(silent.origin + "/", certificates: nil, idle)
      hub.open(link)
      await idle.isOpen.reaches(1)
      link.close()
      hub.wake(link)
      await idle.isOver.reaches(1)
      hub.shutDown()
      await hub.waitForEnd()
      flood.stop()
      silent.stop()
    }
  }
#endif
