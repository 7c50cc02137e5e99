import Colmeia
import ColmeiaJSON
import ColmeiaRunner
import ColmeiaSync

/// An app that runs for a host, whatever the app is.
final class Session: Sendable {
  /// How many bytes a message of the host's may have.
  static let messageLimit = 1 << 20
  /// How many messages the host may send while the app still starts, and how many bytes.
  static let (earlyMessages, earlyBytes) = (1_024, 4 << 20)
  /// How often what was said meanwhile is taken.
  static let earlyRounds = 16
  /// How many messages one call of ``pump()`` brings at most.
  static let pumpLimit: Int32 = 1_024

  private enum Phase {
    /// The app still starts; what the host has said meanwhile, and how many bytes that is.
    case starting([(content: [UInt8], number: Int)], bytes: Int)
    case running(any Talk)
    case ending
  }

  private struct Content {
    var phase = Phase.starting([], bytes: 0)
    /// Whether the app is to be stopped: what was sent before "bye" is reduced first.
    var isOver = false
    var number = 0
    /// Tells the whole state.
    var catchUp: (@Sendable () -> Void)?
    var listener: Listener?
    var isPumping = false
  }

  private let outbox: Outbox
  private let content = Guarded(Content())
  private let bell = Bell()

  /// Starts the app.
  init<App: RunnableApp>(_ app: App, _ options: CreateOptions) {
    outbox = Outbox(options.limits)
    // The one task of a session: a host of C has none of its own, and making and ending a world takes time.
    Task { [self] in await run(app, options) }
  }

  private func run<App: RunnableApp>(_ app: App, _ options: CreateOptions) async {
    let masker = options.served.masker
    let teller = Teller(
      claims: options.claims, language: options.served.given.language, tellsWholeStates: options.tellsWholeStates,
      masker, outbox)
    content.withLock { $0.catchUp = { teller.catchUp() } }
    do {
      let world = try await ServedWorld(app, options.served, masker)
      do {
        world.greet(teller)
        let talk = try await world.start(teller)
        takeEarly(talk)
        await untilEnding()
        await talk.stop()
      } catch { fail(teller, error) }
      await world.stop()
    } catch { fail(teller, error) }
    if outbox.isBehind { teller.catchUp() }
    outbox.end("\"bye\"")
    content.withLock { $0.catchUp = nil }
  }

  private func fail(_ teller: Teller, _ error: any Error) {
    beginEnd()
    teller.say(["error": ["message": .string("the app cannot start: \(error)")]])
  }

  /// Takes what the host has said before the app ran; from then on the host's threads come to the app themselves. A host
  /// that says more all the time is refused once, or this would not end.
  private func takeEarly(_ talk: any Talk) {
    for round in 1... {
      let early = content.withLock { content -> [(content: [UInt8], number: Int)] in
        guard case .starting(let early, _) = content.phase else { return [] }
        let bytes = round < Self.earlyRounds ? 0 : Self.earlyBytes
        content.phase = early.isEmpty ? .running(talk) : .starting([], bytes: bytes)
        return early
      }
      if early.isEmpty { return }
      for message in early where !talk.take(message.content, number: message.number) {
        beginEnd(behind: talk)
        return
      }
    }
  }

  private func untilEnding() async {
    while true {
      let rings = bell.rings
      if content.withLock({ $0.isOver }) { return }
      await bell.waitRegardless(after: rings)
    }
  }

  /// - Parameter talk: what is still to be reduced first.
  private func beginEnd(behind talk: (any Talk)? = nil) {
    content.withLock { content in
      content.phase = .ending
      if talk == nil { content.isOver = true }
    }
    guard let talk else { return bell.ring() }
    talk.whenIdle { [self] in beginEnd() }
  }

  /// Takes a message of the host's.
  func send(_ message: [UInt8]) -> Answer {
    if outbox.isFull { return .full }
    let (answer, talk, number) = content.withLock { content -> (Answer, (any Talk)?, Int) in
      switch content.phase {
      case .ending: return (.ended, nil, 0)
      case .running(let talk):
        content.number += 1
        return (.ok, talk, content.number)
      case .starting(var early, let bytes):
        if early.count >= Self.earlyMessages || bytes + message.count >= Self.earlyBytes { return (.full, nil, 0) }
        content.number += 1
        content.phase = .ending  // the only reference to the list is the one that is changed
        early.append((message, content.number))
        content.phase = .starting(early, bytes: bytes + message.count)
        return (.ok, nil, 0)
      }
    }
    if let talk, !talk.take(message, number: number) { beginEnd(behind: talk) }
    return answer
  }

  /// The next message of the app.
  func next(_ milliseconds: Int32) -> Result<String, Answer> {
    var mayWait = milliseconds != 0
    while true {
      switch take() {
      case .message(let text): return .success(text)
      case .ended: return .failure(.ended)
      case .gone: return .failure(.noHandle)
      case .nothing, .behind:
        if !mayWait { return .failure(.nothing) }
        guard let signal = outbox.signal() else { return .failure(.system) }
        // Others may take what has come, so a caller without a time limit waits again.
        mayWait = signal.wait(milliseconds) && milliseconds < 0
      }
    }
  }

  private func take() -> Outbox.Taken {
    let taken = outbox.take()
    guard taken == .behind, let catchUp = content.withLock({ $0.catchUp }) else { return taken }
    catchUp()
    return outbox.take()
  }

  func descriptor() -> Int32? { outbox.signal()?.descriptor }

  func listen(_ listener: Listener?) {
    // The old one is let go outside the lock, because it calls the host.
    let old = content.withLock { content in
      defer { content.listener = listener }
      return content.listener
    }
    withExtendedLifetime(old) {}
  }

  /// Calls the host with what waits.
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
      // Asked each time: a callback may set another one, or destroy the handle.
      guard let listener = content.withLock({ $0.listener }), case .message(let text) = take() else { break }
      listener.call(text)
      count += 1
    }
    return count
  }

  /// The host is gone.
  func destroy() {
    outbox.destroy()
    listen(nil)
    beginEnd()
  }
}
