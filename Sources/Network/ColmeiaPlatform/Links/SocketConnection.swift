import ColmeiaBase
import ColmeiaTransport

#if os(Linux)
  import ColmeiaHTTP

  /// A WebSocket over a link: first the handshake, then messages.
  final class SocketConnection: WebSocketConnection, Link.Listener {
    private enum Phase {
      case connecting
      /// The response to the handshake is being received.
      case greeting(HTTPResponseHead)
      case open
      /// No more messages are sent or received. The underlying connection may still wait for the server to close it.
      case over
    }

    private struct Content {
      var phase = Phase.connecting
      var machine: WebSocketMachine
      var subprotocol: String?
      var opener: CheckedContinuation<Result<Void, WebSocketFailure>, Never>?
      /// A failure before there was an opener.
      var failure: WebSocketFailure?
      /// The deadline by which the server must close the connection.
      var deadline: Int?
      var hasEnded = false
      /// The number of interim responses.
      var interims = 0
    }

    private let request: HTTPRequest
    private let route: LinkRoute
    private let hub: LinkHub
    private let deadlines: Deadlines
    private let patience: Duration
    private let unsentLimit: Int
    private let content: Guarded<Content>
    private let inbox = SocketInbox()
    private let linkBox = Guarded<Link?>(nil)

    init(
      _ request: HTTPRequest, _ route: LinkRoute, limits: WebSocketMachine.Limits, _ hub: LinkHub,
      _ deadlines: Deadlines, patience: Duration, nextMask: @escaping @Sendable () -> UInt32
    ) {
      self.request = request
      self.route = route
      self.hub = hub
      self.deadlines = deadlines
      self.patience = patience
      unsentLimit = limits.unsent
      content = Guarded(Content(machine: WebSocketMachine(.client, limits: limits, nextMask: nextMask)))
    }

    var subprotocol: String? { content.withLock { $0.subprotocol } }
    var end: WebSocketClose? { inbox.end }

    /// Opens the connection and waits for the handshake to complete.
    ///
    /// - Parameters:
    ///   - certificates: The path of a file with trusted certificates, or `nil` to use the system's.
    ///   - timeout: The maximum time that opening may take.
    nonisolated(nonsending) func open(certificates: String?, timeout: Duration) async throws(WebSocketFailure) {
      let deadline = deadlines.add(after: timeout) { [weak self] in
        guard let self else { return }
        fail(.transport(.timedOut(after: timeout, origin: request.origin)))
      }
      defer { deadlines.remove(deadline) }
      let link = Link(route.address, through: route.tunnel, certificates: certificates, self)
      linkBox.withLock { $0 = link }
      let result = await withTaskCancellationHandler {
        await withCheckedContinuation { (opener: CheckedContinuation<Result<Void, WebSocketFailure>, Never>) in
          let failure = content.withLock { content in
            content.opener = opener
            return content.failure
          }
          if let failure { self.fail(failure) } else { hub.open(link) }
        }
      } onCancel: {
        fail(.transport(.cancelled))
      }
      if case .failure = result { linkBox.withLock { $0 = nil } }
      try result.get()
    }

    func send(_ message: WebSocketMachine.Message) throws(WebSocketError) {
      let result = drive { content, link -> Result<Void, WebSocketError> in
        guard case .open = content.phase else { return .failure(.notOpen) }
        // The machine's output has already been moved to the link, so the link's count is complete.
        guard (link?.unsentCount ?? 0) + message.byteCount <= unsentLimit else {
          return .failure(.tooMuchUnsent(limit: unsentLimit))
        }
        do throws(WebSocketError) { return .success(try content.machine.send(message)) } catch {
          return .failure(error)
        }
      }
      try result.get()
    }

    nonisolated(nonsending) func receive() async -> WebSocketMachine.Message? {
      await inbox.next { self.resumeReading() }
    }

    func close(_ close: WebSocketClose) {
      drive { content, _ in
        content.machine.close(close)
        content.phase = .over
      }
      inbox.finish(close, keepsMessages: false)
      // Keep reading until the server answers the close; messages that arrive until then are discarded.
      resumeReading()
    }

    /// Calls `body` with the machine and moves the machine's output to the link. Both happen under one lock, so that
    /// output is sent in the machine's order.
    private func drive<Answer>(_ body: (inout Content, Link?) -> Answer) -> Answer {
      let link = linkBox.withLock { $0 }
      let answer = content.withLock { content in
        let answer = body(&content, link)
        guard let link else { return answer }
        link.write(content.machine.takeOutput())
        let teardown = content.machine.teardown
        if teardown != .none { setDeadline(&content, link) }
        if teardown == .due { link.close() }
        return answer
      }
      if let link { hub.wake(link) }
      return answer
    }

    /// Limits how long the connection waits for the server to acknowledge the close and to read what was sent. The
    /// server may do neither.
    private func setDeadline(_ content: inout Content, _ link: Link) {
      guard content.deadline == nil, !content.hasEnded else { return }
      content.deadline = deadlines.add(after: patience) { [hub] in
        link.abort()
        hub.wake(link)
      }
    }

    private func resumeReading() {
      guard let link = linkBox.withLock({ $0 }), !link.isReading else { return }
      link.pause(false)
      hub.wake(link)
    }

    private func pause() {
      linkBox.withLock { $0 }?.pause(true)
      // Another task may have received all messages just before.
      if inbox.hasRoom { resumeReading() }
    }
  }

  // Callbacks on the hub's thread.
  extension SocketConnection {
    func opened() {
      let head = HTTPRequestWriter.bytes(request)
      content.withLock { $0.phase = .greeting(HTTPResponseHead()) }
      linkBox.withLock { $0 }?.write(head)
    }

    func received(_ bytes: ArraySlice<UInt8>) {
      let reader = content.withLock { content -> HTTPResponseHead? in
        guard case .greeting(let reader) = content.phase else { return nil }
        content.phase = .connecting
        return reader
      }
      guard var reader else { return receive(Array(bytes)) }
      var rest = bytes
      do throws(ResponseFault) {
        while let (response, _) = try reader.receive(&rest) {
          // Interim responses precede the final one (RFC 9110 §15.2).
          guard (100..<200).contains(response.status), response.status != 101 else {
            return greet(response, Array(rest))
          }
          let count = content.withLock { content in
            content.interims += 1
            return content.interims
          }
          if count > HTTPResponseParser.interimLimit {
            throw ResponseFault.interimResponses(limit: HTTPResponseParser.interimLimit)
          }
        }
        content.withLock { [reader] in $0.phase = .greeting(reader) }
      } catch {
        fail(.transport(.badResponse(origin: request.origin, fault: error)))
      }
    }

    func ended(_ code: CurlCode) {
      let isOpen = content.withLock { if case .connecting = $0.phase { false } else { true } }
      fail(.transport(hub.isShutDown ? .shutDown : route.error(code, isOpen: isOpen)))
      let deadline = content.withLock { content in
        _ = content.machine.end()
        (content.phase, content.hasEnded) = (.over, true)
        return content.deadline
      }
      inbox.finish(WebSocketClose(.abnormal), keepsMessages: true)
      if let deadline { deadlines.remove(deadline) }
      linkBox.withLock { $0 = nil }
    }

    private func greet(_ response: HTTPResponse, _ rest: [UInt8]) {
      let subprotocol: String?
      do throws(WebSocketHandshake.Refusal) {
        subprotocol = try WebSocketHandshake.subprotocol(of: response, to: request)
      } catch { return fail(.refused(error)) }
      let opener = content.withLock { content in
        (content.phase, content.subprotocol) = (.open, subprotocol)
        defer { content.opener = nil }
        return content.opener
      }
      opener?.resume(returning: .success(()))
      if !rest.isEmpty { receive(rest) }
    }

    private func receive(_ bytes: [UInt8]) {
      let events = drive { content, link in
        let events = content.machine.receive(bytes)
        if content.machine.phase == .closed { content.phase = .over }
        // Abort if the server keeps sending pings without reading the pongs.
        if let link, link.unsentCount > unsentLimit { link.abort() }
        return events
      }
      // Only the hub's thread delivers events, so their order is preserved.
      for event in events {
        switch event {
        case .message(let message): if !inbox.append(message) { pause() }
        case .closed(let close): inbox.finish(close, keepsMessages: true)
        case .failed(let error):
          inbox.finish(WebSocketClose(error.code, reason: "\(error)"), keepsMessages: true)
        case .ping, .pong: break
        }
      }
    }

    /// Fails the opening of the connection. Does nothing if it is already open.
    private func fail(_ failure: WebSocketFailure) {
      let opener = content.withLock { content in
        if content.opener != nil {
          content.phase = .over
        } else if case .connecting = content.phase, content.failure == nil {
          content.failure = failure
        }
        defer { content.opener = nil }
        return content.opener
      }
      guard let opener else { return }
      if let link = linkBox.withLock({ $0 }) {
        link.close()
        hub.wake(link)
      }
      opener.resume(returning: .failure(failure))
    }
  }
#endif
