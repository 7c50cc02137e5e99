#if os(Linux)
  import ColmeiaHTTP
  import ColmeiaSync
  import ColmeiaTransport

  /// A connection to a server, for one call. Another one would get what the server has added to the answer before, when
  /// that comes late.
  final class LinkConnection: Link.Listener {
    private struct Content: Sendable {
      var link: Link?
      var call: LinkCall?
      /// What is to be sent once the connection is there.
      var early: [UInt8] = []
      var isOpen = false
    }

    let origin: String
    private let hub: LinkHub
    private let pool: LinkPool
    private let content = Guarded(Content())

    init(_ origin: String, _ hub: LinkHub, _ pool: LinkPool) {
      self.origin = origin
      self.hub = hub
      self.pool = pool
    }

    func open(for call: LinkCall, certificates: String?) {
      let link = Link(origin + "/", certificates: certificates, self)
      content.withLock { content in
        content.link = link
        content.call = call
      }
      hub.open(link)
    }

    func put(_ bytes: [UInt8]) {
      let isOver = content.withLock { content in
        if content.isOpen { content.link?.put(bytes) } else { content.early += bytes }
        return content.link == nil
      }
      // The call has heard of the end, or is just hearing of it.
      if !isOver { hub.wake() }
    }

    /// Ends it, whatever was not sent.
    func abort() {
      let link = content.withLock { content in
        content.call = nil
        return content.link
      }
      // Nothing more is read: a server that floods would hold the thread of all connections.
      link?.pause(true)
      link?.abort()
      hub.wake()
    }
  }

  // What the hub's thread says.
  extension LinkConnection {
    func opened() {
      content.withLock { content in
        content.isOpen = true
        content.link?.put(content.early)
        content.early = []
      }
    }

    func sent() { content.withLock { $0.call }?.drained() }

    func received(_ bytes: ArraySlice<UInt8>) {
      guard let call = content.withLock({ $0.call }) else { return abort() }
      if call.receive(bytes) { abort() }
    }

    func ended(_ code: CurlCode) {
      let call = content.withLock { content in
        content.link = nil
        defer { content.call = nil }
        return content.call
      }
      pool.forget(self)
      call?.ended(hub.isShutDown ? .shutDown : TransportError(code, origin: origin), isClean: code == .ok)
    }
  }
#endif
