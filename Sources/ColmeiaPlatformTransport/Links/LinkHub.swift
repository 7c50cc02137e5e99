import ColmeiaSync

#if os(Linux)
  import CLibcurl
  import Foundation

  /// A hub that owns all byte connections on a single thread. It uses the libcurl that FoundationNetworking provides.
  /// The thread runs only while there are connections.
  final class LinkHub: Sendable {
    private struct Content {
      var arrivals: [Link] = []
      var isRunning = false
      /// The handle used to interrupt the thread's poll. It is set while the thread runs.
      var multi: Multi?
      var hasEnded = false
      /// The number of threads that still use libcurl. An old thread may be finishing while a new one runs.
      var threads = 0
      var waiters: [CheckedContinuation<Void, Never>] = []
    }

    /// `@unchecked Sendable`: only the hub's thread uses the pointee, with one exception: `colmeia_curl_wake` may be
    /// called from any thread while the handle is alive. It is called only while holding the lock under which `multi`
    /// is set to `nil`, before the handle is freed.
    private struct Multi: @unchecked Sendable {
      let pointer: UnsafeMutableRawPointer
    }

    private let content = Guarded(Content())
    private let timeout: Duration

    /// Creates a hub whose connections must be established within `timeout`.
    init(timeout: Duration) { self.timeout = timeout }

    /// Whether the thread runs.
    var isRunning: Bool { content.withLock { $0.isRunning } }

    /// Opens a link. The result is reported to the link's listener.
    func open(_ link: Link) {
      let (isFirst, isOver) = content.withLock { content -> (Bool, Bool) in
        if content.hasEnded { return (false, true) }
        content.arrivals.append(link)
        if let multi = content.multi { colmeia_curl_wake(multi.pointer) }
        if content.isRunning { return (false, false) }
        content.isRunning = true
        content.threads += 1
        return (true, false)
      }
      if isOver { return link.listener.ended(.ok) }
      if isFirst {
        Thread.detachNewThread {
          self.run()
          self.leave()
        }
      }
    }

    /// Wakes the thread after a link has changed: it has output, is to be closed, or has resumed reading.
    func wake() {
      content.withLock { if let multi = $0.multi { colmeia_curl_wake(multi.pointer) } }
    }

    /// Whether the hub has been shut down.
    var isShutDown: Bool { content.withLock { $0.hasEnded } }

    /// Closes all links and opens no new ones.
    func shutDown() {
      content.withLock { $0.hasEnded = true }
      wake()
    }

    /// Suspends until no thread uses libcurl. The process must not exit before, because exiting tears down libcurl's
    /// global state.
    func waitForEnd() async {
      await withCheckedContinuation { waiter in
        let isOver = content.withLock { content in
          if content.threads > 0 { content.waiters.append(waiter) }
          return content.threads == 0
        }
        if isOver { waiter.resume() }
      }
    }

    private func leave() {
      let waiters = content.withLock { content in
        content.threads -= 1
        if content.threads > 0 { return [CheckedContinuation<Void, Never>]() }
        defer { content.waiters = [] }
        return content.waiters
      }
      for waiter in waiters { waiter.resume() }
    }

    private func run() {
      guard colmeia_curl_load() != 0, let multi = colmeia_curl_multi() else { return refuseAll() }
      colmeia_curl_block_pipe_signal()
      content.withLock { $0.multi = Multi(pointer: multi) }
      let thread = LinkThread(multi, milliseconds: Int(timeout / .milliseconds(1)))
      while true {
        let (arrivals, isOver) = content.withLock { content in
          defer { content.arrivals = [] }
          return (content.arrivals, content.hasEnded)
        }
        for link in arrivals { thread.open(link) }
        if isOver { thread.endAll() }
        thread.turn()
        if thread.isEmpty, end() { break }
      }
      colmeia_curl_multi_free(multi)
    }

    /// Marks the thread as finished, unless new links have arrived in the meantime.
    private func end() -> Bool {
      content.withLock { content in
        guard content.arrivals.isEmpty else { return false }
        (content.isRunning, content.multi) = (false, nil)
        return true
      }
    }

    private func refuseAll() {
      let arrivals = content.withLock { content in
        defer { (content.arrivals, content.isRunning) = ([], false) }
        return content.arrivals
      }
      for link in arrivals { link.listener.ended(.notBuiltIn) }
    }
  }

  /// The state of the hub's thread. Only that thread accesses it.
  private final class LinkThread {
    private struct Entry {
      let link: Link
      /// The socket's descriptor, or -1 until the connection is open.
      var descriptor: Int32 = -1
    }

    private let multi: UnsafeMutableRawPointer
    private let milliseconds: Int
    private var entries: [UnsafeMutableRawPointer: Entry] = [:]
    private var buffer = [UInt8](repeating: 0, count: 65_536)

    init(_ multi: UnsafeMutableRawPointer, milliseconds: Int) {
      self.multi = multi
      self.milliseconds = milliseconds
    }

    var isEmpty: Bool { entries.isEmpty }

    func open(_ link: Link) {
      guard let easy = colmeia_curl_easy(link.address, link.certificates, milliseconds) else {
        return link.listener.ended(.noStart)
      }
      entries[easy] = Entry(link: link)
      if colmeia_curl_add(multi, easy) != 0 { end(easy, .noStart) }
    }

    /// Closes all links. Output that can be sent without blocking is sent first, so that a WebSocket close frame
    /// arrives.
    func endAll() {
      for easy in inOrder {
        if let entry = entries[easy], entry.descriptor >= 0 { _ = entry.link.flush { send($0, easy) } }
        end(easy, .ok)
      }
    }

    /// Performs all work that is possible now, then polls for more.
    func turn() {
      colmeia_curl_perform(multi)
      var code: Int32 = 0
      while let easy = colmeia_curl_done(multi, &code) { finish(easy, CurlCode(rawValue: code)) }
      for easy in inOrder { serve(easy) }
      if isEmpty { return }
      var waits = inOrder.compactMap { easy in entries[easy].flatMap(wait) }
      _ = colmeia_curl_poll(multi, &waits, UInt32(waits.count), 60_000)
    }

    /// The handles in a deterministic order, independent of hashing.
    private var inOrder: [UnsafeMutableRawPointer] { entries.keys.sorted() }

    private func wait(_ entry: Entry) -> colmeia_curl_wait? {
      if entry.descriptor < 0 { return nil }
      let events =
        (entry.link.isReading ? colmeia_curl_readable : 0)
        | (entry.link.hasOutput ? colmeia_curl_writable : 0)
      return colmeia_curl_wait(descriptor: entry.descriptor, events: Int16(events), happened: 0)
    }

    /// Handles a connection that has been established or has failed.
    private func finish(_ easy: UnsafeMutableRawPointer, _ code: CurlCode) {
      guard entries[easy] != nil else { return }
      let descriptor = code == .ok ? colmeia_curl_descriptor(easy) : -1
      guard descriptor >= 0 else { return end(easy, code) }
      entries[easy]?.descriptor = descriptor
      entries[easy]?.link.listener.opened()
    }

    private func serve(_ easy: UnsafeMutableRawPointer) {
      guard let entry = entries[easy] else { return }
      if entry.link.isAborted { return end(easy, .ok) }
      guard entry.descriptor >= 0 else {
        if entry.link.isClosing { end(easy, .ok) }
        return
      }
      guard entry.link.flush({ send($0, easy) }) else { return end(easy, .sendFailed) }
      if entry.link.isClosing, !entry.link.hasOutput { return end(easy, .ok) }
      receive(easy, entry.link)
    }

    private func send(_ bytes: ArraySlice<UInt8>, _ easy: UnsafeMutableRawPointer) -> Int? {
      var sent = 0
      let code = bytes.withUnsafeBytes { bytes -> CurlCode in
        guard let start = bytes.baseAddress else { return .ok }
        return CurlCode(rawValue: colmeia_curl_send(easy, start, bytes.count, &sent))
      }
      return code == .ok ? sent : code == .again ? 0 : nil
    }

    /// Reads until no more bytes are available, because TLS may have buffered bytes that a poll doesn't report.
    private func receive(_ easy: UnsafeMutableRawPointer, _ link: Link) {
      while link.isReading, entries[easy] != nil {
        var count = 0
        let code = buffer.withUnsafeMutableBytes { bytes -> CurlCode in
          guard let start = bytes.baseAddress else { return .ok }
          return CurlCode(rawValue: colmeia_curl_receive(easy, start, bytes.count, &count))
        }
        if code == .again { break }
        guard code == .ok, count > 0 else { return end(easy, code) }
        link.listener.received(buffer[..<count])
      }
      if !link.flush({ send($0, easy) }) { return end(easy, .sendFailed) }
      if link.isClosing, !link.hasOutput { end(easy, .ok) }
    }

    private func end(_ easy: UnsafeMutableRawPointer, _ code: CurlCode) {
      guard let entry = entries.removeValue(forKey: easy) else { return }
      colmeia_curl_easy_free(multi, easy)
      entry.link.listener.ended(code)
    }
  }
#endif
