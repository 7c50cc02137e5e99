#if os(Linux)
  import ColmeiaBase
  import ColmeiaHTTP
  import ColmeiaTransport

  /// A connection to a server for a single call. If it were reused, bytes that the server appends to a response and
  /// that arrive late could be taken for the response to the next call.
  final class LinkConnection: Link.Listener {
    private struct Content: Sendable {
      var link: Link?
      var call: LinkCall?
      /// The output to send once the connection is open.
      var early: [UInt8] = []
      var isOpen = false
    }

    let origin: String
    private let hub: LinkHub
    private let slots: ConnectionSlots
    private let content = Guarded(Content())

    /// - Parameter slots: Get the connection back when it has ended.
    init(_ origin: String, _ hub: LinkHub, _ slots: ConnectionSlots) {
      (self.origin, self.hub, self.slots) = (origin, hub, slots)
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
      let link = content.withLock { content in
        if content.isOpen { content.link?.put(bytes) } else { content.early += bytes }
        return content.link
      }
      // If the link has ended, the call has been notified or is being notified.
      if let link { hub.wake(link) }
    }

    /// Closes the connection immediately and discards unsent bytes.
    func abort() {
      let link = content.withLock { content in
        content.call = nil
        return content.link
      }
      guard let link else { return }
      // Stop reading: a server that floods the connection would keep the thread busy that serves all connections.
      link.pause(true)
      link.abort()
      hub.wake(link)
    }
  }

  // Callbacks on the hub's thread.
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
      slots.give(origin)
      call?.ended(hub.isShutDown ? .shutDown : TransportError(code, origin: origin), isClean: code == .ok)
    }
  }
#endif
