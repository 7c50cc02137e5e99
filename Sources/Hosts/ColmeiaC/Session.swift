import ColmeiaBase
import ColmeiaFrontEnds
import ColmeiaWorld

/// An app that runs for a host, independent of the app's type.
final class Session: Sendable {
  /// The maximum number of bytes in a message from the host.
  static let messageLimit = 1 << 20
  /// The maximum number of messages, and of their bytes, that the host may send while the app is starting.
  static let (earlyMessages, earlyBytes) = (1_024, 4 << 20)
  /// The maximum number of messages that one call of ``pump()`` delivers.
  static let pumpLimit: Int32 = 1_024

  private enum Phase {
    /// The app is starting. The payload is the early messages from the host and their total number of bytes.
    case starting([(content: [UInt8], number: Int)], bytes: Int)
    case running(any FrontEndSession)
    case ending
  }

  private struct Content {
    var phase = Phase.starting([], bytes: 0)
    var number = 0
    /// Whether an early message was refused since the app took the earlier ones.
    var hasRefused = false
    /// Sends the whole state to the outbox.
    var catchUp: (@Sendable () -> Void)?
    var listener: Listener?
    var isPumping = false
  }

  private let outbox: Outbox
  private let content = Guarded(Content())
  /// Whether the app may be stopped: all messages before "bye" have been reduced.
  private let isOver = Awaited(false)

  /// Starts the app.
  init<App: RunnableApp>(_ app: App, _ options: CreateOptions) {
    outbox = Outbox(options.limits)
    // The session's only task. A host in C has no task of its own, and creating and stopping a world takes time.
    Task { [self] in await run(app, options) }
  }

  private func run<App: RunnableApp>(_ app: App, _ options: CreateOptions) async {
    let messenger = Messenger(
      claims: options.claims, language: options.served.given.language, options.served.masker, outbox)
    let frontEnds = FrontEnds(messenger)
    content.withLock { $0.catchUp = { frontEnds.catchUp(messenger) } }
    do {
      let world = try await ServedWorld(app, options.served)
      do {
        world.greet(messenger)
        let session = try await world.start(frontEnds)
        await receiveEarly(session)
        _ = await isOver.firstRegardless { $0 ? true : nil }
        await session.stop()
      } catch { fail(messenger, error) }
      await world.stop()
    } catch { fail(messenger, error) }
    if outbox.isBehind { frontEnds.catchUp(messenger) }
    outbox.end(MessageFromApp.bye.text)
    content.withLock { $0.catchUp = nil }
  }

  private func fail(_ messenger: Messenger, _ error: any Error) {
    beginEnd()
    messenger.send(.error(ProtocolError(.app, "the app cannot start: \(error)")))
  }

  /// Passes on the messages that the host sent while the app was starting, and those that it sends meanwhile. Once there
  /// are none, the host's threads call the app directly. Until then, other tasks get their turns.
  ///
  /// A host that was refused may wait for a message before it sends again, so it gets one when there is room.
  private func receiveEarly(_ session: any FrontEndSession) async {
    while true {
      let (early, hasRefused) = content.withLock { content -> ([(content: [UInt8], number: Int)], Bool) in
        guard case .starting(let early, _) = content.phase else { return ([], false) }
        content.phase = early.isEmpty ? .running(session) : .starting([], bytes: 0)
        return (early, exchange(&content.hasRefused, with: false))
      }
      if hasRefused { content.withLock { $0.catchUp }?() }
      if early.isEmpty { return }
      for message in early where !session.receive(message.content, number: message.number) {
        beginEnd(behind: session)
        return
      }
      await Task.yield()
    }
  }

  /// Begins to end the app.
  ///
  /// - Parameter session: The session that must become idle before the app is stopped, or `nil` to stop the app at once.
  private func beginEnd(behind session: (any FrontEndSession)? = nil) {
    content.withLock { $0.phase = .ending }
    guard let session else { return isOver.change { $0 = true } }
    session.whenIdle { [self] in beginEnd() }
  }

  /// Handles a message from the host.
  func send(_ message: [UInt8]) -> Answer {
    if outbox.isFull { return .full }
    let (answer, session, number) = content.withLock { content -> (Answer, (any FrontEndSession)?, Int) in
      switch content.phase {
      case .ending: return (.ended, nil, 0)
      case .running(let session):
        content.number += 1
        return (.ok, session, content.number)
      case .starting(var early, let bytes):
        if early.count >= Self.earlyMessages || bytes + message.count >= Self.earlyBytes {
          content.hasRefused = true
          return (.full, nil, 0)
        }
        content.number += 1
        content.phase = .ending  // keeps the array uniquely referenced, so appending doesn't copy it
        early.append((message, content.number))
        content.phase = .starting(early, bytes: bytes + message.count)
        return (.ok, nil, 0)
      }
    }
    if let session, !session.receive(message, number: number) { beginEnd(behind: session) }
    return answer
  }

  /// Returns the next message from the app, or the reason why there is none.
  func next(_ milliseconds: Int32) -> Result<String, Answer> {
    var mayWait = milliseconds != 0
    while true {
      switch next() {
      case .message(let text): return .success(text)
      case .ended: return .failure(.ended)
      case .destroyed: return .failure(.noHandle)
      case .nothing, .behind:
        if !mayWait { return .failure(.nothing) }
        // Another thread may have destroyed the handle since.
        guard let signal = outbox.signal() else { return .failure(outbox.isDestroyed ? .noHandle : .system) }
        // Another thread may have taken the message. A caller without a time limit waits again.
        mayWait = signal.wait(milliseconds) && milliseconds < 0
      }
    }
  }

  private func next() -> Outbox.Taken {
    let taken = outbox.next()
    guard taken == .behind, let catchUp = content.withLock({ $0.catchUp }) else { return taken }
    catchUp()
    return outbox.next()
  }

  func descriptor() -> Int32? { outbox.signal()?.descriptor }

  func listen(_ listener: Listener?) {
    // Released outside the lock, because its deinitializer calls the host.
    let old = content.withLock { content in
      defer { content.listener = listener }
      return content.listener
    }
    withExtendedLifetime(old) {}
  }

  /// Passes pending messages to the host's callback.
  ///
  /// - Returns: The number of messages, or a negative error code.
  func pump() -> Int32 {
    let refusal = content.withLock { content -> Answer? in
      if content.isPumping { return .busy }
      if content.listener == nil { return .noCallback }
      content.isPumping = true
      return nil
    }
    if let refusal { return refusal.code }
    defer { content.withLock { $0.isPumping = false } }
    var count: Int32 = 0
    while count < Self.pumpLimit {
      // Read for each message, because a callback may replace the listener or destroy the handle.
      guard let listener = content.withLock({ $0.listener }), case .message(let text) = next() else { break }
      listener.call(text)
      count += 1
    }
    return count
  }

  /// Ends the app after the host has destroyed the handle.
  func destroy() {
    outbox.destroy()
    listen(nil)
    beginEnd()
  }
}
