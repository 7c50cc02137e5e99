import ColmeiaBase
import ColmeiaFrontEnds
import ColmeiaSecrets
import ColmeiaServer
import ColmeiaWorld

/// An event of a session.
enum WebEvent: Sendable {
  /// A message from a tab, with the message's number and the name of the tab's page.
  case message(UInt64, [UInt8], number: Int, page: String?)
  /// A tab has gone.
  case left(UInt64)
  /// A request for a picture. The first value is the exchange that waits for it.
  case picture(UInt64, String)
}

/// One running app and the tabs that show it. One task processes the session's events in order.
package final class WebSession: Sendable {
  /// The prefix of the names of sessions that belong to a single tab.
  private static let ownPrefix = "tab-"

  package let name: String
  private let isForgotten = Guarded(false)
  private let events: AsyncStream<WebEvent>
  private let continuation: AsyncStream<WebEvent>.Continuation
  private let limits: WebLimits
  private let pending = Guarded(Pending())

  /// The messages that have not been processed, and the tabs that are not read until there are fewer.
  private struct Pending: Sendable {
    var (count, bytes) = (0, 0)
    var paused: Set<UInt64> = []
  }

  init(_ name: String, _ limits: WebLimits) {
    self.name = name
    self.limits = limits
    (events, continuation) = AsyncStream.makeStream()
  }

  /// Appends an event. Returns `false` if so many messages wait that the tab must not be read until
  /// ``WebHandler/resume(_:)`` is called.
  @discardableResult func enqueue(_ event: WebEvent) -> Bool {
    var hasRoom = true
    if case .message(let tab, let content, _, _) = event {
      hasRoom = pending.withLock { pending in
        (pending.count, pending.bytes) = (pending.count + 1, pending.bytes + content.count)
        if pending.count < limits.pending, pending.bytes < limits.pendingBytes { return true }
        pending.paused.insert(tab)
        return false
      }
    }
    continuation.yield(event)
    return hasRoom
  }

  /// Notes that a message has been processed. Returns the tabs that can be read again, because at most half as many
  /// messages as allowed are left.
  private func dequeue(_ message: [UInt8]) -> Set<UInt64> {
    pending.withLock { pending in
      (pending.count, pending.bytes) = (pending.count - 1, pending.bytes - message.count)
      if pending.count > limits.pending / 2 || pending.bytes > limits.pendingBytes / 2 { return [] }
      return exchange(&pending.paused, with: [])
    }
  }

  /// Ends the session after all events so far. A session that belongs to a single tab can't be rejoined once it has
  /// timed out, so its stored data is deleted, unless the whole server ends.
  ///
  /// - Parameter forgets: Whether to delete the data of a session that belongs to a single tab.
  func end(forgets: Bool) {
    if forgets, name.hasPrefix(Self.ownPrefix) { isForgotten.withLock { $0 = true } }
    continuation.finish()
  }

  /// Runs the app from the first tab's hello until ``end(forgets:)``.
  func run<App: RunnableApp>(
    _ served: ServedWorld<App>, _ masker: Masker, _ server: LoopbackServer<WebHandler>
  ) async {
    var host = WebHost(name: name, served: served, masker: masker, server: server, pageLimit: limits.tabs)
    await withDiscardingTaskGroup { group in
      for await event in events {
        switch event {
        case .message(let tab, let content, let number, let page):
          await host.receive(content, number, tab, page)
          for tab in dequeue(content) { server.post { $0.resume(tab) } }
        case .left(let tab): host.leave(tab)
        case .picture(let exchange, let address):
          let app = host.app
          group.addTask {
            let picture = await app?.picture(address)
            server.post { $0.answer(exchange, picture) }
          }
        }
      }
      group.cancelAll()
    }
    await host.app?.stop()
    if isForgotten.withLock(\.self) { await served.remove(device: name) }
  }
}

/// The app of a session, and the messengers of its tabs.
private struct WebHost<App: RunnableApp> {
  let name: String
  let served: ServedWorld<App>
  let masker: Masker
  let server: LoopbackServer<WebHandler>
  private(set) var app: AppSession<App>?
  private var messengers: [UInt64: Messenger] = [:]
  /// The number of messages that each page has sent, for as many pages as can be open, the oldest first.
  private var received: [(page: String, count: Int)] = []
  private let pageLimit: Int

  init(
    name: String, served: ServedWorld<App>, masker: Masker, server: LoopbackServer<WebHandler>, pageLimit: Int
  ) {
    (self.name, self.served, self.masker, self.server) = (name, served, masker, server)
    self.pageLimit = pageLimit
  }

  mutating func receive(_ content: [UInt8], _ number: Int, _ tab: UInt64, _ page: String?) async {
    guard let messenger = messengers[tab] else { return await greet(content, number, tab, page) }
    if let position = received.firstIndex(where: { $0.page == page }) { received[position].count += 1 }
    if app?.receive(content, number: number, from: messenger) != false { return }
    server.post { $0.end(tab, WebSocketClose(.normal)) }
  }

  mutating func leave(_ tab: UInt64) {
    if let messenger = messengers.removeValue(forKey: tab) { app?.leave(messenger) }
  }

  /// Notes a page that connects, and tells it how many of its messages have been received.
  private mutating func welcome(_ page: String, _ tab: UInt64) {
    let position = received.firstIndex { $0.page == page }
    let known = position.map { received.remove(at: $0) } ?? (page: page, count: 0)
    received.append(known)
    if received.count > pageLimit { received.removeFirst() }
    server.post { $0.send("{\"received\":\(known.count)}", to: tab) }
  }

  private mutating func greet(_ content: [UInt8], _ number: Int, _ tab: UInt64, _ page: String?) async {
    let carrier = TabCarrier(tab: tab, server: server)
    let messenger: Messenger
    do throws(ProtocolError) {
      let greeting = try ServeProtocol.greeting(content, of: served.app)
      if greeting.claims?.isEmpty == false {
        throw ProtocolError(.invalidHello, "hello.claims: a browser can't claim effects")
      }
      messenger = Messenger(language: greeting.language ?? served.language, masker, carrier)
    } catch {
      Messenger(masker, carrier).send(.error(error.on(line: number)))
      return server.post { $0.end(tab, WebSocketClose(.policy, reason: error.message)) }
    }
    messengers[tab] = messenger
    if let page { welcome(page, tab) }
    served.greet(messenger)
    if let app { return app.join(messenger) }
    do {
      app = try await served.start(FrontEnds(messenger), device: name)
    } catch {
      messenger.send(.error(ProtocolError(.app, "the app cannot start: \(error)")))
      messengers[tab] = nil
      server.post { $0.end(tab, WebSocketClose(.internalError, reason: "the app cannot start")) }
    }
  }
}

/// Sends messages to a tab.
private struct TabCarrier: MessageCarrier {
  let tab: UInt64
  let server: LoopbackServer<WebHandler>

  /// Always `true`: a tab that doesn't read is disconnected, and receives the whole state when it reconnects.
  func takesNews() -> Bool { true }
  func send(_ text: String, _ kind: MessageDelivery) { server.post { $0.send(text, to: tab) } }
}
