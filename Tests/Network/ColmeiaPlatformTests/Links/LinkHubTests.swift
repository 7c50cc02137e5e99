#if os(Linux)
  import ColmeiaBase
  import Foundation
  import TestSupport
  import Testing

  @testable import ColmeiaPlatform

  /// Tests which links the hub's thread serves, and how often.
  @Suite(.blocking, .timeLimit(.minutes(10))) struct LinkHubTests {
    /// Records what happens on a link.
    private final class Recorder: Link.Listener {
      let isOpen = Tally()
      let bytes = Awaited(0)
      let isOver = Tally()
      func opened() { isOpen.add() }
      func received(_ bytes: ArraySlice<UInt8>) { self.bytes.change { $0 += bytes.count } }
      let code = Guarded<CurlCode?>(nil)
      func ended(_ code: CurlCode) {
        self.code.withLock { $0 = code }
        isOver.add()
      }
      func waits(for count: Int) async { _ = await bytes.first { $0 >= count ? true : nil } }
    }

    /// A server that sends back each byte of one connection.
    private static func echo() throws -> RawListener {
      try RawListener { descriptor in
        var byte: UInt8 = 0
        while read(descriptor, &byte, 1) == 1, write(descriptor, &byte, 1) == 1 {}
      }
    }

    /// A server that never stops sending.
    private static func flood() throws -> RawListener {
      try RawListener { descriptor in
        let bytes = [UInt8](repeating: 1, count: 65_536)
        while send(descriptor, bytes, bytes.count, CInt(MSG_NOSIGNAL)) > 0 {}
      }
    }

    /// Returns what the thread does while one link sends 100 messages and receives a response to each.
    private static func work(of hub: LinkHub, _ origin: String) async -> LinkWork {
      let recorder = Recorder()
      let link = Link(origin + "/", certificates: nil, recorder)
      hub.open(link)
      await recorder.isOpen.reaches(1)
      let before = hub.work
      for count in 1...100 {
        link.write([1])
        hub.wake(link)
        await recorder.waits(for: count)
      }
      let after = hub.work
      return LinkWork(turns: after.turns - before.turns, served: after.served - before.served)
    }

    @Test func `The cost of a message doesn't depend on the number of idle links`() async throws {
      for idle in [10, 1_000] {
        let (silent, echo) = (try RawListener(), try Self.echo())
        let hub = LinkHub(timeout: .seconds(60))
        let others = (0..<idle).map { _ in Recorder() }
        for other in others { hub.open(Link(silent.origin + "/", certificates: nil, other)) }
        for other in others { await other.isOpen.reaches(1) }
        let work = await Self.work(of: hub, echo.origin)
        // Twice for each message: to send it and to receive the response. The rest is for the links opened last.
        #expect(work.served <= 220 && work.turns <= 220, "beside \(idle) idle links: \(work)")
        hub.shutDown()
        await hub.waitForEnd()
        silent.stop()
        echo.stop()
      }
    }

    @Test func `A link that is paused and was reset, or that is being opened, doesn't keep the thread busy`()
      async throws
    {
      let (silent, echo) = (try RawListener(), try Self.echo())
      let resetting = try RawServer { _, connection in connection.reset() }
      let hub = LinkHub(timeout: .seconds(60))
      let (paused, opening) = (Recorder(), Recorder())
      let link = Link(resetting.origin + "/", certificates: nil, paused)
      link.pause(true)
      link.write(Array("GET / HTTP/1.1\r\n\r\n".utf8))
      hub.open(link)
      await resetting.ended.reaches(1)
      // The server never responds to the TLS handshake.
      hub.open(Link(silent.origin.replacing("http:", with: "https:") + "/", certificates: nil, opening))
      let work = await Self.work(of: hub, echo.origin)
      // libcurl may have a few timers for the link that is being opened.
      #expect(work.turns <= 240, "\(work)")
      #expect(paused.isOpen.value == 1 && paused.isOver.value == 0 && opening.isOver.value == 0)
      // The end of the link is noticed when it is read again.
      link.pause(false)
      hub.wake(link)
      await paused.isOver.reaches(1)
      hub.shutDown()
      await hub.waitForEnd()
      resetting.stop()
      silent.stop()
      echo.stop()
    }

    @Test func `What a server sent before it reset the connection is received even if sending fails`() async throws {
      /// Sends in vain: the server has already responded and reset the connection.
      final class Late: Link.Listener {
        let isOpen = DispatchSemaphore(value: 0)
        let isReset = DispatchSemaphore(value: 0)
        let bytes = Guarded([UInt8]())
        let isOver = Tally()
        let link = Guarded<Link?>(nil)
        func opened() {
          isOpen.signal()
          isReset.wait()
          link.withLock { $0 }?.write([1])
        }
        func received(_ bytes: ArraySlice<UInt8>) { self.bytes.withLock { $0 += bytes } }
        func ended(_ code: CurlCode) { isOver.add() }
      }
      let (listener, port) = try RawServer.listen()
      let late = Late()
      Thread.detachNewThread {
        let connection = RawConnection(accept(listener, nil, nil))
        // A connection that is reset too early is never open.
        late.isOpen.wait()
        connection.send("413")
        connection.reset()
        connection.close()
        close(listener)
        late.isReset.signal()
      }
      let hub = LinkHub(timeout: .seconds(60))
      let link = Link("http://127.0.0.1:\(port)/", certificates: nil, late)
      late.link.withLock { $0 = link }
      hub.open(link)
      await late.isOver.reaches(1)
      #expect(late.bytes.withLock { $0 } == Array("413".utf8))
      late.link.withLock { $0 = nil }
      hub.shutDown()
      await hub.waitForEnd()
    }

    @Test func `The timeout of a link that is being opened ends it while another link is busy`() async throws {
      let (flood, silent) = (try Self.flood(), try RawListener())
      // The thread never waits, because the busy link always has input.
      let hub = LinkHub(timeout: .seconds(2), reading: LinkReading(size: 16, count: 1))
      let (busy, opening) = (Recorder(), Recorder())
      hub.open(Link(flood.origin + "/", certificates: nil, busy))
      await busy.waits(for: 1)
      // The server never responds to the TLS handshake.
      hub.open(Link(silent.origin.replacing("http:", with: "https:") + "/", certificates: nil, opening))
      await opening.isOver.reaches(1)
      #expect(opening.code.withLock { $0 } == .timedOut)
      #expect(busy.isOver.value == 0)
      hub.shutDown()
      await hub.waitForEnd()
      flood.stop()
      silent.stop()
    }

    @Test func `Other links are served while one link always has input`() async throws {
      let (flood, silent) = (try Self.flood(), try RawListener())
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
