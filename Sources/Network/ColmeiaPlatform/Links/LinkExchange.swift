import ColmeiaBase
import ColmeiaTransport

#if os(Linux)
  import ColmeiaHTTP

  /// One request over a link, and its response as a stream.
  final class LinkExchange: StreamSource, Link.Listener {
    let inbox = Awaited(StreamBuffer())
    private let request: HTTPRequest
    private let route: LinkRoute
    private let hub: LinkHub
    private let unreadLimit: Int
    private let reader: Guarded<HTTPResponseParser>
    private let linkBox: Guarded<Link?>
    private let isOpen = Guarded(false)

    init(_ request: HTTPRequest, _ configuration: StreamConfiguration, _ hub: LinkHub, _ route: LinkRoute) {
      self.request = request
      self.route = route
      self.hub = hub
      unreadLimit = configuration.unreadLimit
      reader = Guarded(HTTPResponseParser(isHead: request.method == .head))
      linkBox = Guarded(nil)
      let link = Link(route.address, through: route.tunnel, certificates: configuration.certificates, self)
      linkBox.withLock { $0 = link }
      hub.open(link)
    }

    func drained() {
      guard let link = linkBox.withLock({ $0 }), !link.isReading else { return }
      link.pause(false)
      hub.wake(link)
    }

    func close() { fail(.cancelled) }

    func fail(_ error: TransportError) {
      inbox.change { $0.fail(error) }
      endLink()
    }

    /// Closes the connection immediately. The server may never read the rest of the request.
    private func endLink() {
      guard
        let link = linkBox.withLock({ link in
          defer { link = nil }
          return link
        })
      else { return }
      link.pause(true)
      link.abort()
      hub.wake(link)
    }
  }

  // Callbacks on the hub's thread.
  extension LinkExchange {
    func opened() {
      guard let link = linkBox.withLock({ $0 }) else { return }
      isOpen.withLock { $0 = true }
      link.write(HTTPRequestWriter.bytes(route.request(request)))
    }

    func received(_ bytes: ArraySlice<UInt8>) {
      var body: [UInt8] = []
      let (fault, head, isOver) = reader.withLock { reader -> (ResponseFault?, HTTPResponse?, Bool) in
        let isNew = reader.head == nil
        var fault: ResponseFault?
        do throws(ResponseFault) { try reader.receive(bytes, into: &body) } catch { fault = error }
        return (fault, isNew ? reader.head : nil, reader.isOver)
      }
      let unread = inbox.change { [body] inbox in
        if let head { inbox.begin(head) }
        inbox.append(body)
        if isOver { inbox.end() }
        if let fault { inbox.cut(.badResponse(origin: request.origin, fault: fault)) }
        return inbox.unread
      }
      if isOver || fault != nil { return endLink() }
      guard unread > unreadLimit, let link = linkBox.withLock({ $0 }) else { return }
      link.pause(true)
      // If the reader has emptied the inbox in the meantime, it won't resume reading, so resume here.
      if inbox.read({ $0.unread }) == 0 { link.pause(false) }
    }

    func ended(_ code: CurlCode) {
      let isWhole = reader.withLock { $0.end() } && code == .ok
      let error: TransportError =
        hub.isShutDown
        ? .shutDown
        : route.error(
          code, isOpen: isOpen.withLock { $0 })
      inbox.change { inbox in if isWhole { inbox.end() } else { inbox.cut(error) } }
      linkBox.withLock { $0 = nil }
    }
  }
#endif
