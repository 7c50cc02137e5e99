import ColmeiaSync

#if os(Linux)
  extension Link.Listener {
    /// Nobody wants to know.
    func sent() {}
  }

  /// A connection of bytes, as its owner sees it. The hub's thread calls the listener; everything else may be called from
  /// anywhere.
  final class Link: Sendable {
    /// What the owner hears, on the hub's thread.
    protocol Listener: AnyObject, Sendable {
      func opened()
      func received(_ bytes: ArraySlice<UInt8>)
      /// All that was to be sent has gone to the system.
      func sent()
      /// The connection is over; `code` is libcurl's where it says why.
      func ended(_ code: CurlCode)
    }

    private struct Content {
      var output: [UInt8] = []
      /// How many bytes wait, those included that are just being sent.
      var waiting = 0
      var isClosing = false
      var isAborted = false
      var isPaused = false
    }

    let address: String
    let certificates: String?
    let listener: any Listener
    private let content = Guarded(Content())

    init(_ address: String, certificates: String?, _ listener: any Listener) {
      self.address = address
      self.certificates = certificates
      self.listener = listener
    }

    /// How many bytes wait to be sent.
    var unsentCount: Int { content.withLock { $0.waiting } }
    /// Whether bytes wait to be sent.
    var hasOutput: Bool { unsentCount > 0 }
    /// Whether bytes of the other side are wanted.
    var isReading: Bool { content.withLock { !$0.isPaused } }
    /// Whether the connection ends once all is sent.
    var isClosing: Bool { content.withLock { $0.isClosing } }

    /// Whether the connection ends now.
    var isAborted: Bool { content.withLock { $0.isAborted } }

    func put(_ bytes: [UInt8]) {
      content.withLock { content in
        content.output += bytes
        content.waiting += bytes.count
      }
    }
    func close() { content.withLock { $0.isClosing = true } }
    /// Ends it, whatever is not sent: the other side may never read it.
    func abort() { content.withLock { $0.isAborted = true } }
    func pause(_ isPaused: Bool) { content.withLock { $0.isPaused = isPaused } }

    /// Sends what waits with `send`, which answers how many bytes it has taken; `nil` when the connection is broken.
    func flush(_ send: (ArraySlice<UInt8>) -> Int?) -> Bool {
      let output = content.withLock { content in
        defer { content.output = [] }
        return content.output
      }
      var sent = 0
      while sent < output.count {
        guard let count = send(output[sent...]) else { return false }
        if count == 0 { break }
        sent += count
      }
      let isDry = content.withLock { content in
        content.waiting -= sent
        if sent < output.count { content.output.insert(contentsOf: output[sent...], at: 0) }
        return content.waiting == 0
      }
      if isDry, sent > 0 { listener.sent() }
      return true
    }
  }
#endif
