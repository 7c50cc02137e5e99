#if os(Linux)
  import CEpoll
  import CLibcurl
  import ColmeiaBase
  import Foundation

  /// The amount of input that is read from a link at once and in one turn.
  package struct LinkReading: Sendable {
    /// The number of bytes that are read at once.
    var size = 65_536
    /// The number of reads after which the other links are served.
    var count = 16

    /// Reads a few bytes in each turn, for tests of input that TLS has decrypted but that hasn't been read.
    package static let smallPieces = LinkReading(size: 100, count: 1)
  }

  /// The work that a hub's thread has done. Tests count it.
  struct LinkWork: Sendable {
    /// The number of times that the thread has looked for events.
    var turns = 0
    /// The number of times that the output of a link was sent and its input was read.
    var served = 0
  }

  /// The TLS sessions that later connections resume. libcurl keeps the last few.
  ///
  /// `@unchecked Sendable`: Only handles of links use the store, on the hub's thread. A thread ends, under the hub's lock,
  /// once it has freed all of them. Only then, under the same lock, does the hub start the next one.
  final class TLSSessions: @unchecked Sendable {
    private var share: UnsafeMutableRawPointer?

    deinit { if let share { colmeia_curl_share_free(share) } }

    /// Returns libcurl's store, which it creates when libcurl is loaded, or `nil` if the system lacks memory.
    func load() -> UnsafeMutableRawPointer? {
      share = share ?? colmeia_curl_share()
      return share
    }
  }

  /// The state of the hub's thread. Only that thread accesses it.
  final class LinkThread {
    private typealias Easy = UnsafeMutableRawPointer

    private struct Entry {
      let link: Link
      /// The socket's descriptor, or -1 until the connection is open.
      var descriptor: Int32 = -1
      /// The events for which the open connection's socket is watched; 0 if it isn't watched.
      var events: UInt32 = 0
    }

    /// The descriptor that ends the wait of a turn.
    let wakeup: Int32
    private(set) var work = LinkWork()
    private let epoll: Int32
    private let multi: UnsafeMutableRawPointer
    private let sessions: TLSSessions
    private let milliseconds: Int
    private let reads: Int
    private var buffer: [UInt8]
    private var entries: [Easy: Entry] = [:]
    /// The handles of the links.
    private var handles: [ObjectIdentifier: Easy] = [:]
    /// The handles of the open connections, by descriptor.
    private var owners: [Int32: Easy] = [:]
    /// The links that may have more input than one turn reads. Their sockets may not be ready, because TLS may already
    /// have decrypted the input.
    private var unfinished: Set<Easy> = []
    /// The longest time that libcurl is given to open a connection. It counts milliseconds with 31 bits.
    private static let longestTimeout = Duration.seconds(86_400)
    private var found = [colmeia_epoll_event](repeating: colmeia_epoll_event(), count: 256)

    /// Returns `nil` if the system lacks descriptors or memory.
    init?(_ timeout: Duration, _ reading: LinkReading, _ sessions: TLSSessions) {
      self.sessions = sessions
      (epoll, wakeup) = (colmeia_epoll_make(), colmeia_wakeup_make())
      guard epoll >= 0, wakeup >= 0,
        colmeia_epoll_watch(epoll, wakeup, UInt32(colmeia_epoll_readable), 1) == 0,
        let multi = colmeia_curl_multi(epoll)
      else {
        if epoll >= 0 { close(epoll) }
        if wakeup >= 0 { close(wakeup) }
        return nil
      }
      self.multi = multi
      milliseconds = min(max(timeout, .zero), Self.longestTimeout).wholeMilliseconds
      reads = reading.count
      buffer = [UInt8](repeating: 0, count: reading.size)
    }

    deinit {
      colmeia_curl_multi_free(multi)
      close(epoll)
      close(wakeup)
    }

    var isEmpty: Bool { entries.isEmpty }

    func open(_ link: Link) {
      guard
        let easy = colmeia_curl_easy(sessions.load(), link.address, link.proxy, link.certificates, milliseconds)
      else { return link.listener.ended(.noStart) }
      entries[easy] = Entry(link: link)
      handles[ObjectIdentifier(link)] = easy
      if colmeia_curl_add(multi, easy) != 0 { return end(easy, .noStart) }
      // The link may already have been closed.
      serve(easy)
    }

    /// Closes all links. Output that can be sent without blocking is sent first, so that a WebSocket close frame
    /// arrives. They have not ended as they should, so a body whose length is unknown is not complete. The order
    /// doesn't depend on hashing.
    func endAll() {
      for easy in entries.keys.sorted() {
        if let entry = entries[easy], entry.descriptor >= 0 { _ = entry.link.flush { send($0, easy) } }
        end(easy, .receiveFailed)
      }
    }

    /// Serves a link after its owner has changed it.
    func serve(_ link: Link) { if let easy = handles[ObjectIdentifier(link)] { serve(easy) } }

    /// Serves the links that have unread input and those whose sockets are ready, and continues opening connections.
    ///
    /// - Parameter waits: Whether to wait if nothing is ready.
    /// - Complexity: O(links that are ready).
    func turn(waits: Bool) {
      work.turns += 1
      let left = unfinished
      unfinished = []
      let patience = waits && left.isEmpty ? colmeia_curl_timeout(multi) : 0
      let count = colmeia_epoll_wait(epoll, &found, Int32(found.count), Int32(clamping: patience))
      for easy in left.sorted() { serve(easy) }
      for position in 0..<Int(count) {
        let descriptor = found[position].descriptor
        if descriptor == wakeup {
          colmeia_wakeup_clear(wakeup)
        } else if let easy = owners[descriptor] {
          if !left.contains(easy) { serve(easy) }
        } else {
          colmeia_curl_act(multi, descriptor)
        }
      }
      if colmeia_curl_timeout(multi) == 0 { colmeia_curl_act(multi, -1) }
      var code: Int32 = 0
      while let easy = colmeia_curl_done(multi, &code) { finish(easy, CurlCode(rawValue: code)) }
    }

    /// Handles a connection that has been established or has failed.
    private func finish(_ easy: Easy, _ code: CurlCode) {
      guard let link = entries[easy]?.link else { return }
      let descriptor = code == .ok ? colmeia_curl_descriptor(easy) : -1
      guard descriptor >= 0 else { return end(easy, code) }
      entries[easy]?.descriptor = descriptor
      owners[descriptor] = easy
      link.listener.opened()
      serve(easy)
    }

    private func serve(_ easy: Easy) {
      guard let entry = entries[easy] else { return }
      work.served += 1
      entry.link.clearChanged()
      if entry.link.isAborted { return end(easy, .ok) }
      guard entry.descriptor >= 0 else {
        if entry.link.isClosing { end(easy, .ok) }
        return
      }
      // What arrived before a request was sent is not the response to it.
      receive(easy, entry.link)
      guard entries[easy] != nil else { return }
      guard entry.link.flush({ send($0, easy) }) else {
        // The server may have responded before it closed the connection.
        receive(easy, entry.link)
        return end(easy, .sendFailed)
      }
      if entry.link.isClosing, !entry.link.hasOutput { return end(easy, .ok) }
      watch(easy)
    }

    /// Watches the socket of an open connection for the events that its link needs. If the link needs none, the socket
    /// isn't watched, because a hang-up would end every wait.
    private func watch(_ easy: Easy) {
      guard let entry = entries[easy] else { return }
      let events =
        (entry.link.isReading ? UInt32(colmeia_epoll_readable) : 0)
        | (entry.link.hasOutput ? UInt32(colmeia_epoll_writable) : 0)
      if events == entry.events { return }
      entries[easy]?.events = events
      if events == 0 { return colmeia_epoll_forget(epoll, entry.descriptor) }
      if colmeia_epoll_watch(epoll, entry.descriptor, events, entry.events == 0 ? 1 : 0) != 0 { end(easy, .noStart) }
    }

    private func send(_ bytes: ArraySlice<UInt8>, _ easy: Easy) -> Int? {
      var sent = 0
      let code = bytes.withUnsafeBytes { bytes -> CurlCode in
        guard let start = bytes.baseAddress else { return .ok }
        return CurlCode(rawValue: colmeia_curl_send(easy, start, bytes.count, &sent))
      }
      return code == .ok ? sent : code == .again ? 0 : nil
    }

    /// Reads until no more bytes are available, because TLS may have buffered bytes that a poll doesn't report. After
    /// many bytes, the other links are served first.
    private func receive(_ easy: Easy, _ link: Link) {
      var left = reads
      while link.isReading, entries[easy] != nil {
        if left == 0 {
          unfinished.insert(easy)
          break
        }
        left -= 1
        var count = 0
        let code = buffer.withUnsafeMutableBytes { bytes -> CurlCode in
          guard let start = bytes.baseAddress else { return .ok }
          return CurlCode(rawValue: colmeia_curl_receive(easy, start, bytes.count, &count))
        }
        if code == .again { break }
        guard code == .ok, count > 0 else { return end(easy, code) }
        link.listener.received(buffer[..<count])
      }
    }

    private func end(_ easy: Easy, _ code: CurlCode) {
      guard let entry = entries.removeValue(forKey: easy) else { return }
      handles[ObjectIdentifier(entry.link)] = nil
      unfinished.remove(easy)
      if entry.descriptor >= 0 {
        owners[entry.descriptor] = nil
        if entry.events != 0 { colmeia_epoll_forget(epoll, entry.descriptor) }
      }
      colmeia_curl_easy_free(multi, easy)
      entry.link.listener.ended(code)
    }
  }
#endif
