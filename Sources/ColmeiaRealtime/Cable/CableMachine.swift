import ColmeiaJSON
import ColmeiaWebSocket

/// A client of ActionCable, without sockets and clocks (`actioncable-v1-json`): what happens goes in, with the time; what is
/// to be done comes out, in order.
///
/// The owner carries out ``takeOutputs()`` after each call, and calls ``wake(now:random:)`` at ``nextDeadline``.
public struct CableMachine: Sendable {
  /// The subprotocol, and the one that a server answers which cannot speak it.
  public static let subprotocols = ["actioncable-v1-json", "actioncable-unsupported"]

  /// Somebody's subscription. Several may have one identifier.
  public struct Handle: Sendable, Hashable {
    let number: Int
    /// What it is for.
    public let identifier: CableIdentifier
  }

  /// What somebody hears of a subscription.
  public enum Event: Sendable, Equatable {
    /// It is active; messages come, and may be sent. What was missed before is not sent again.
    case confirmed(isAgain: Bool)
    /// The server refuses. The last event.
    case rejected
    /// The server has sent a message on the channel.
    case message(JSON)
    /// The connection is gone.
    case disconnected(willReconnect: Bool)
  }

  /// What is to be done.
  public enum Output: Sendable, Equatable {
    /// Open a connection; what happens to it comes in with the number.
    case open(Int)
    /// Send a text over the connection with this number.
    case send(Int, String)
    /// Close the connection with this number.
    case close(Int)
    /// Tell a subscriber about an event.
    case tell(Handle, Event)
  }

  /// How the connection is.
  public enum Phase: Sendable, Hashable {
    /// There are no subscribers, so there is no connection.
    case stopped
    /// It is being opened, or has not been greeted yet.
    case connecting
    /// The server has said welcome.
    case connected
    /// It is gone, and will be opened again.
    case waiting
    /// It is gone for good: the server does not want it, and says why.
    case refused(reason: String)
  }

  private enum Standing { case wanted, asked(at: Duration), confirmed }

  private struct Subscription {
    var handles: [Handle]
    var standing = Standing.wanted
    /// Whether it has been active before.
    var wasConfirmed = false
  }

  /// How the connection is.
  public private(set) var phase = Phase.stopped
  private let timing: CableTiming
  private var subscriptions: [CableIdentifier: Subscription] = [:]
  /// The identifiers in the order in which they were first wanted.
  private var order: [CableIdentifier] = []
  private var nextHandle = 1
  private var outputs: [Output] = []
  /// The connection at hand, counted from 1; what others say is late.
  private var connection = 0
  /// Whether it is open or being opened.
  private var hasSocket = false
  private var attempts = 0
  private var lastWord: Duration = .zero
  private var disconnectedAt: Duration?
  private var pollAt: Duration?
  private var reopenAt: Duration?

  /// A client that is not connected.
  public init(timing: CableTiming = CableTiming()) { self.timing = timing }

  /// When ``wake(now:random:)`` is to be called at the latest.
  public var nextDeadline: Duration? {
    let asked = subscriptions.values.compactMap { subscription -> Duration? in
      guard case .asked(let time) = subscription.standing, phase == .connected else { return nil }
      return time + timing.resubscribeAfter
    }
    return ([pollAt, reopenAt].compactMap { $0 } + asked).min()
  }

  /// What is to be done now, in order.
  public mutating func takeOutputs() -> [Output] {
    defer { outputs = [] }
    return outputs
  }
}

// What the app wants.
extension CableMachine {
  /// Wants a connection, and keeps it. Does nothing while there is one.
  ///
  /// - Parameters:
  ///   - now: The time on the client's clock, from any fixed moment.
  ///   - random: From 0 up to 1.
  public mutating func start(now: Duration, random: Double) {
    switch phase {
    case .stopped, .refused: break
    case .connecting, .connected, .waiting: return
    }
    (attempts, lastWord, disconnectedAt) = (0, now, nil)
    pollAt = now + timing.wait(attempts: 0, random: random)
    open()
  }

  /// Wants no connection any more. Nobody is told.
  public mutating func stop() {
    if hasSocket { outputs.append(.close(connection)) }
    (hasSocket, pollAt, reopenAt, phase) = (false, nil, nil, .stopped)
    for identifier in order { subscriptions[identifier]?.standing = .wanted }
  }

  /// Wants what comes for an identifier.
  public mutating func subscribe(_ identifier: CableIdentifier, now: Duration) -> Handle {
    let handle = Handle(number: nextHandle, identifier: identifier)
    nextHandle += 1
    guard let known = subscriptions[identifier] else {
      order.append(identifier)
      subscriptions[identifier] = Subscription(handles: [handle])
      if phase == .connected { ask(identifier, now) }
      return handle
    }
    subscriptions[identifier]?.handles.append(handle)
    // The server confirms an identifier once.
    if case .confirmed = known.standing { outputs.append(.tell(handle, .confirmed(isAgain: false))) }
    return handle
  }

  /// Wants it no more. The server is told when nobody else has the identifier.
  public mutating func unsubscribe(_ handle: Handle) {
    let identifier = handle.identifier
    guard let place = subscriptions[identifier]?.handles.firstIndex(of: handle) else { return }
    subscriptions[identifier]?.handles.remove(at: place)
    guard subscriptions[identifier]?.handles.isEmpty == true else { return }
    if phase == .connected { send(CableMessage.command("unsubscribe", identifier)) }
    forget(identifier)
  }

  /// Sends data to an active subscription; `false` when it is not active, and then nothing is sent.
  public mutating func perform(_ data: JSON, on handle: Handle) -> Bool {
    guard phase == .connected, let subscription = subscriptions[handle.identifier],
      subscription.handles.contains(handle), case .confirmed = subscription.standing
    else { return false }
    send(CableMessage.command("message", handle.identifier, data: data))
    return true
  }

  /// How many identifiers are wanted.
  public var subscriptionCount: Int { subscriptions.count }

  private mutating func forget(_ identifier: CableIdentifier) {
    subscriptions[identifier] = nil
    order.removeAll { $0 == identifier }
  }

  private mutating func open() {
    connection += 1
    (hasSocket, reopenAt, phase) = (true, nil, .connecting)
    outputs.append(.open(connection))
  }

  private mutating func send(_ text: String) { outputs.append(.send(connection, text)) }

  private mutating func ask(_ identifier: CableIdentifier, _ now: Duration) {
    subscriptions[identifier]?.standing = .asked(at: now)
    send(CableMessage.command("subscribe", identifier))
  }

  private mutating func tell(_ identifier: CableIdentifier, _ event: Event) {
    for handle in subscriptions[identifier]?.handles ?? [] { outputs.append(.tell(handle, event)) }
  }
}

// What happens.
extension CableMachine {
  /// A connection is open, with the subprotocol that the server has chosen.
  public mutating func opened(_ number: Int, subprotocol: String?) {
    guard number == connection, hasSocket else { return }
    if subprotocol != Self.subprotocols[0] { refuse("the server does not speak \(Self.subprotocols[0])") }
  }

  /// The server has sent a text.
  public mutating func received(_ number: Int, _ text: String, now: Duration) {
    guard number == connection, hasSocket else { return }
    lastWord = now
    guard let message = CableMessage(text) else { return }
    switch message {
    case .welcome: welcome(now)
    case .ping: break
    case .confirmed(let identifier): confirm(identifier)
    case .rejected(let identifier):
      tell(identifier, .rejected)
      forget(identifier)
    case .message(let identifier, let json): tell(identifier, .message(json))
    case .disconnect(let reason, let reconnect):
      if reconnect { drop(now) } else { refuse(reason.isEmpty ? "the server gives no reason" : reason) }
    }
  }

  /// A connection has ended, or could not be opened.
  public mutating func closed(_ number: Int, now: Duration) {
    guard number == connection, hasSocket else { return }
    hasSocket = false
    lose(now)
  }

  /// Some time has passed.
  ///
  /// - Parameters:
  ///   - now: The time on the client's clock, from the same moment as in ``start(now:random:)``.
  ///   - random: From 0 up to 1.
  public mutating func wake(now: Duration, random: Double) {
    if let reopenAt, reopenAt <= now { open() }
    if let pollAt, pollAt <= now { poll(now, random) }
    guard phase == .connected else { return }
    for identifier in order {
      guard case .asked(let time)? = subscriptions[identifier]?.standing, time + timing.resubscribeAfter <= now else {
        continue
      }
      ask(identifier, now)
    }
  }

  private mutating func welcome(_ now: Duration) {
    guard phase == .connecting else { return }  // a second one says nothing new
    (phase, attempts, disconnectedAt) = (.connected, 0, nil)
    for identifier in order { ask(identifier, now) }
  }

  private mutating func confirm(_ identifier: CableIdentifier) {
    guard let subscription = subscriptions[identifier], case .asked = subscription.standing else { return }
    subscriptions[identifier]?.standing = .confirmed
    subscriptions[identifier]?.wasConfirmed = true
    tell(identifier, .confirmed(isAgain: subscription.wasConfirmed))
  }

  /// Looks whether the server is still there.
  private mutating func poll(_ now: Duration, _ random: Double) {
    if now - lastWord > timing.staleAfter {
      attempts += 1
      let isRecent = disconnectedAt.map { now - $0 < timing.staleAfter } ?? false
      if !isRecent, reopenAt == nil { reopen(now) }
    }
    pollAt = now + timing.wait(attempts: attempts, random: random)
  }

  private mutating func reopen(_ now: Duration) {
    guard hasSocket else { return open() }
    drop(now)
    reopenAt = now + timing.reopenDelay
  }

  /// Closes a connection, to open another one later.
  private mutating func drop(_ now: Duration) {
    outputs.append(.close(connection))
    hasSocket = false
    lose(now)
  }

  private mutating func lose(_ now: Duration) {
    (phase, disconnectedAt) = (.waiting, now)
    tellAll(.disconnected(willReconnect: true))
  }

  /// The server has answered the wish for a connection with a status. A 4xx says that this wish will never be met, but for
  /// those that speak of time (RFC 9110 §15.5, RFC 6585 §4, RFC 8470 §5.2).
  public mutating func refused(_ number: Int, status: Int) {
    guard number == connection, phase == .connecting, (400..<500).contains(status), ![408, 425, 429].contains(status)
    else { return }
    refuse("HTTP \(status)")
  }

  /// The server does not want this client: nothing is tried again.
  private mutating func refuse(_ reason: String) {
    outputs.append(.close(connection))
    (hasSocket, pollAt, reopenAt, phase) = (false, nil, nil, .refused(reason: reason))
    tellAll(.disconnected(willReconnect: false))
  }

  private mutating func tellAll(_ event: Event) {
    for identifier in order {
      subscriptions[identifier]?.standing = .wanted
      tell(identifier, event)
    }
  }
}
