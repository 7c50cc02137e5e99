import ColmeiaBase

#if os(Linux)
  import CEpoll
  import CLibcurl
  import Foundation

  /// A hub that owns all byte connections on a single thread. It uses the libcurl that FoundationNetworking provides.
  /// The thread runs only while there are connections. The cost of each of its turns depends on the number of links
  /// that are ready or have changed, not on the number of all links.
  final class LinkHub: Sendable {
    private struct Content {
      var arrivals: [Link] = []
      var isRunning = false
      /// The links that the thread must serve because their owners have changed them.
      var changed: [Link] = []
      /// The descriptor that ends the thread's wait. It is set while the thread may be waiting.
      var wakeup: Int32?
      var work = LinkWork()
      var hasEnded = false

      /// Ends the thread's wait if it is waiting.
      mutating func interrupt() {
        if let wakeup { colmeia_wakeup_set(wakeup) }
        wakeup = nil
      }
    }

    private let content = Guarded(Content())
    /// The number of threads that still use libcurl. An old thread may be finishing while a new one runs.
    private let threads = Awaited(0)
    private let timeout: Duration
    private let reading: LinkReading
    private let sessions = TLSSessions()
    /// The variables of the environment, which name proxies.
    let environment: [String: String]

    /// Creates a hub whose connections must be established within `timeout`.
    init(
      timeout: Duration, reading: LinkReading = LinkReading(),
      environment: [String: String] = ProxyVariables.environment
    ) {
      self.timeout = timeout
      self.reading = reading
      self.environment = environment
    }

    /// Whether the thread runs.
    var isRunning: Bool { content.withLock { $0.isRunning } }

    /// What the thread had done when it last looked for changes.
    var work: LinkWork { content.withLock { $0.work } }

    /// Opens a link. The result is reported to the link's listener.
    func open(_ link: Link) {
      let (isFirst, isOver) = content.withLock { content -> (Bool, Bool) in
        if content.hasEnded { return (false, true) }
        content.arrivals.append(link)
        content.interrupt()
        if content.isRunning { return (false, false) }
        content.isRunning = true
        threads.change { $0 += 1 }
        return (true, false)
      }
      if isOver { return link.listener.ended(.ok) }
      if !isFirst { return }
      Thread.detachNewThread {
        self.run()
        self.threads.change { $0 -= 1 }
      }
    }

    /// Makes the thread serve a link after a change: the link has output, is to be closed, or has resumed reading. A
    /// link that isn't open yet is served when it is opened.
    func wake(_ link: Link) {
      content.withLock { content in
        guard content.isRunning, link.markChanged() else { return }
        content.changed.append(link)
        content.interrupt()
      }
    }

    /// Whether the hub has been shut down.
    var isShutDown: Bool { content.withLock { $0.hasEnded } }

    /// Closes all links and opens no new ones.
    func shutDown() {
      content.withLock { content in
        content.hasEnded = true
        content.interrupt()
      }
    }

    /// Suspends until no thread uses libcurl. The process must not exit before, because exiting tears down libcurl's
    /// global state.
    func waitForEnd() async { await threads.firstRegardless { $0 == 0 ? () : nil } }

    private func run() {
      guard colmeia_curl_load() != 0 else { return refuseAll(.notBuiltIn) }
      guard let thread = LinkThread(timeout, reading, sessions) else { return refuseAll(.noStart) }
      colmeia_curl_block_pipe_signal()
      while true {
        let (arrivals, changed, isOver) = content.withLock { content in
          defer { (content.arrivals, content.changed, content.wakeup) = ([], [], nil) }
          content.work = thread.work
          return (content.arrivals, content.changed, content.hasEnded)
        }
        for link in arrivals { thread.open(link) }
        if isOver { thread.endAll() }
        for link in changed { thread.serve(link) }
        if thread.isEmpty, end() { break }
        thread.turn(waits: prepareToWait(thread.wakeup))
      }
    }

    /// Allows other threads to end the wait that follows. Returns `false` if the thread must not wait, because there
    /// is already something to do.
    private func prepareToWait(_ wakeup: Int32) -> Bool {
      content.withLock { content in
        guard content.arrivals.isEmpty, content.changed.isEmpty, !content.hasEnded else { return false }
        content.wakeup = wakeup
        return true
      }
    }

    /// Marks the thread as finished, unless new links have arrived in the meantime.
    private func end() -> Bool {
      content.withLock { content in
        guard content.arrivals.isEmpty else { return false }
        (content.isRunning, content.changed) = (false, [])
        return true
      }
    }

    private func refuseAll(_ code: CurlCode) {
      let arrivals = content.withLock { content in
        defer { (content.arrivals, content.changed, content.isRunning) = ([], [], false) }
        return content.arrivals
      }
      for link in arrivals { link.listener.ended(code) }
    }
  }
#endif
