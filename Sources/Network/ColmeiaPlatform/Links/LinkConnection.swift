#if os(Linux)
  import ColmeiaBase
  import ColmeiaHTTP
  import ColmeiaTransport

  /// A connection to a server, for one call after the other. What arrives between two calls ends it, because it would be
  /// taken for the response to the next one.
  final class LinkConnection: Link.Listener {
    private struct Content: Sendable {
      var link: Link?
      var call: LinkCall?
      /// The output to send once the connection is open.
      var early: [UInt8] = []
      var isOpen = false
      /// Whether nothing has been sent for a call that reuses the connection. What arrives then is not its response.
      var isUnasked = false
      /// Whether the connection counts as one in use.
      var hasSlot = true
    }

    let route: LinkRoute
    private let hub: LinkHub
    private let slots: ConnectionSlots
    private let idle: IdleConnections
    private let content = Guarded(Content())

    /// - Parameters:
    ///   - slots: Get the connection back when it has ended or is idle.
    ///   - idle: Get the connection when it is idle.
    init(_ route: LinkRoute, _ hub: LinkHub, _ slots: ConnectionSlots, _ idle: IdleConnections) {
      (self.route, self.hub, self.slots, self.idle) = (route, hub, slots, idle)
    }

    /// The origin of the server.
    var origin: String { route.server }

    /// Whether the connection has not ended.
    var isUsable: Bool { content.withLock { $0.link?.isAborted == false } }

    /// Uses an idle connection, which must have been removed from the others, for a call. Returns `false` if it has ended.
    func reuse(for call: LinkCall) -> Bool {
      content.withLock { content in
        guard content.link?.isAborted == false else { return false }
        (content.call, content.isUnasked, content.hasSlot) = (call, true, true)
        return true
      }
    }

    /// Makes the connection idle after a call that has left it as it was.
    func keep() {
      let hadSlot = content.withLock { exchange(&$0.hasSlot, with: false) }
      guard hadSlot else { return }
      idle.insert(self)
      slots.give(origin)
    }

    func open(for call: LinkCall, certificates: String?) {
      let link = Link(route.address, through: route.tunnel, certificates: certificates, self)
      content.withLock { content in
        content.link = link
        content.call = call
      }
      hub.open(link)
    }

    func write(_ bytes: [UInt8]) {
      let link = content.withLock { content in
        if content.isOpen { content.link?.write(bytes) } else { content.early += bytes }
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
        content.link?.write(content.early)
        content.early = []
      }
    }

    func sent() {
      let call = content.withLock { content in
        content.isUnasked = false
        return content.call
      }
      call?.drained()
    }

    func received(_ bytes: ArraySlice<UInt8>) {
      let (call, isUnasked, isSent) = content.withLock { ($0.call, $0.isUnasked, $0.link?.hasOutput == false) }
      guard let call else { return abort() }
      if isUnasked {
        abort()
        return call.ended(.unreachable(.connectionLost, origin: origin), isClean: false)
      }
      guard call.receive(bytes, isSent: isSent) else { return }
      guard call.leavesConnection else { return abort() }
      // Another call may already use the connection.
      content.withLock { if $0.call === call { $0.call = nil } }
    }

    func ended(_ code: CurlCode) {
      let (call, hadSlot, isOpen) = content.withLock { content in
        content.link = nil
        defer { (content.call, content.hasSlot) = (nil, false) }
        return (content.call, content.hasSlot, content.isOpen)
      }
      idle.remove(self)
      if hadSlot { slots.give(origin) }
      call?.ended(hub.isShutDown ? .shutDown : route.error(code, isOpen: isOpen), isClean: code == .ok)
    }
  }
#endif
