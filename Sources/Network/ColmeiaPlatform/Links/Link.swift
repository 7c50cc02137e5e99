import ColmeiaBase

#if os(Linux)
  extension Link.Listener {
    /// Does nothing.
    func sent() {}
  }

  /// A byte connection, as its owner sees it. The hub's thread calls the listener; all other members may be called from
  /// any thread.
  final class Link: Sendable {
    /// Receives the events of a link, on the hub's thread.
    protocol Listener: AnyObject, Sendable {
      func opened()
      func received(_ bytes: ArraySlice<UInt8>)
      /// All pending output has been handed to the operating system.
      func sent()
      /// The connection has ended. `code` is libcurl's result code, if libcurl reported one.
      func ended(_ code: CurlCode)
    }

    private struct Content {
      var output: [UInt8] = []
      /// What precedes the output, because a send has accepted only a part.
      var rest: ArraySlice<UInt8> = []
      /// The number of bytes to be sent, including those of a send in progress.
      var waiting = 0
      var isClosing = false
      var isAborted = false
      var isPaused = false
      var isMarkedChanged = false
    }

    let address: String
    /// The address of the proxy that opens a tunnel, or `nil` for a direct connection.
    let proxy: String?
    let certificates: String?
    let listener: any Listener
    private let content = Guarded(Content())

    init(_ address: String, through proxy: String? = nil, certificates: String?, _ listener: any Listener) {
      self.address = address
      self.proxy = proxy
      self.certificates = certificates
      self.listener = listener
    }

    /// The number of bytes that wait to be sent.
    var unsentCount: Int { content.withLock { $0.waiting } }
    /// Whether bytes wait to be sent.
    var hasOutput: Bool { unsentCount > 0 }
    /// Whether bytes from the peer should be read.
    var isReading: Bool { content.withLock { !$0.isPaused } }
    /// Whether the connection is to be closed after all pending output has been sent.
    var isClosing: Bool { content.withLock { $0.isClosing } }

    /// Whether the connection is to be closed immediately.
    var isAborted: Bool { content.withLock { $0.isAborted } }

    func write(_ bytes: [UInt8]) {
      content.withLock { content in
        content.output += bytes
        content.waiting += bytes.count
      }
    }
    func close() { content.withLock { $0.isClosing = true } }
    /// Closes the link immediately and discards unsent bytes, because the peer may never read them.
    func abort() { content.withLock { $0.isAborted = true } }
    func pause(_ isPaused: Bool) { content.withLock { $0.isPaused = isPaused } }

    /// Records that the hub must serve the link. Returns `false` if that is already recorded.
    func markChanged() -> Bool {
      content.withLock { content in
        defer { content.isMarkedChanged = true }
        return !content.isMarkedChanged
      }
    }
    /// Called before the hub serves the link.
    func clearChanged() { content.withLock { $0.isMarkedChanged = false } }

    /// Sends pending output.
    ///
    /// - Parameter send: Sends bytes and returns how many it accepted, or `nil` if the connection is broken.
    /// - Returns: `false` if the connection is broken.
    /// - Complexity: O(sent bytes), regardless of the bytes that wait.
    func flush(_ send: (ArraySlice<UInt8>) -> Int?) -> Bool {
      var sent = 0
      var rest = takeOutput()
      while !rest.isEmpty {
        guard let count = send(rest) else { return false }
        if count == 0 { break }
        sent += count
        rest = rest.dropFirst(count)
        if rest.isEmpty { rest = takeOutput() }
      }
      let isDry = content.withLock { content in
        content.waiting -= sent
        content.rest = rest
        return content.waiting == 0
      }
      if isDry, sent > 0 { listener.sent() }
      return true
    }

    /// Removes and returns the next bytes to be sent.
    private func takeOutput() -> ArraySlice<UInt8> {
      content.withLock { content in
        if !content.rest.isEmpty { return exchange(&content.rest, with: []) }
        return exchange(&content.output, with: [])[...]
      }
    }
  }
#endif
