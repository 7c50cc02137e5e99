import ColmeiaJSON

/// A client of ActionCable (`actioncable-v1-json`) as a state machine without sockets and clocks.
///
/// Its inputs are events with the current time, and its outputs are the work to do, in order. The owner performs
/// ``takeOutputs()`` after each call, and calls ``wake(now:random:)`` at ``nextDeadline``.
public struct CableMachine: Sendable {
  /// The subprotocols to offer. A server that does not support the first one selects the second.
  public static let subprotocols = ["actioncable-v1-json", "actioncable-unsupported"]

  /// One subscriber of an identifier. Several subscribers may share an identifier.
  public struct Handle: Sendable, Hashable {
    let number: Int
    /// The identifier of the subscription.
    public let identifier: CableIdentifier
  }

  /// An event of a subscription.
  public enum Event: Sendable, Equatable {
    /// The subscription is active, so messages can be received and sent. Messages that were missed are not sent again.
    /// `isAgain` is true if the subscription has been active before.
    case confirmed(isAgain: Bool)
    /// The server rejected the subscription. This is the last event.
    case rejected
    /// The server sent a message on the channel.
    case message(JSON)
    /// The connection was lost.
    case disconnected(willReconnect: Bool)
  }

  /// Work for the owner of the machine.
  public enum Output: Sendable, Equatable {
    /// Open a connection and report its events with this number.
    case open(Int)
    /// Send a text over the connection with this number.
    case send(Int, String)
    /// Close the connection with this number.
    case close(Int)
    /// Tell a subscriber about an event.
    case notify(Handle, Event)
  }

  /// The state of the connection.
  public enum Phase: Sendable, Hashable {
    /// There are no subscribers and no connection.
    case stopped
    /// The connection is being opened, or the server has not sent its welcome message yet.
    case connecting
    /// The server has sent its welcome message.
    case connected
    /// The connection was lost and will be opened again.
    case waiting
    /// The server refused the connection for the given reason. It is not opened again.
    case refused(reason: String)
  }

  /// The state of the connection.
  public private(set) var phase = Phase.stopped
  private let timing: CableTiming
  private var subscriptions = CableSubscriptions()
  private var nextHandle = 1
  private var outputs: [Output] = []
  /// The number of the current connection, starting at 1. Events of other connections are ignored.
  private var connection = 0
  /// Whether the current connection is open or being opened.
  private var hasSocket = false
  private var attempts = 0
  private var lastWord: Duration = .zero
  private var disconnectedAt: Duration?
  private var pollAt: Duration?
  private var reopenAt: Duration?

  /// Creates a machine that is not connected.
  public init(timing: CableTiming = CableTiming()) { self.timing = timing }

  /// The time at which to call ``wake(now:random:)``, or `nil` if there is no need to.
  ///
  /// - Complexity: O(1), or O(*n*) while the server hasn't confirmed all *n* subscriptions.
  public var nextDeadline: Duration? {
    let asked = phase == .connected ? subscriptions.askedSince.map { $0 + CableTiming.resubscribeAfter } : nil
    return [pollAt, reopenAt, asked].compactMap(\.self).min()
  }

  /// Returns the pending outputs in order and removes them.
  public mutating func takeOutputs() -> [Output] {
    defer { outputs = [] }
    return outputs
  }
}

// Requests by the app.
extension CableMachine {
  /// Opens a connection and keeps it open. Does nothing if there already is one.
  ///
  /// - Parameters:
  ///   - now: The time since a fixed moment on the client's clock.
  ///   - random: A random number from 0 up to 1.
  public mutating func start(now: Duration, random: Double) {
    switch phase {
    case .stopped, .refused: break
    case .connecting, .connected, .waiting: return
    }
    (attempts, lastWord, disconnectedAt) = (0, now, nil)
    pollAt = now + timing.wait(attempts: 0, random: random)
    open()
  }

  /// Closes the connection without telling the subscribers.
  public mutating func stop() {
    if hasSocket { outputs.append(.close(connection)) }
    (hasSocket, pollAt, reopenAt, phase) = (false, nil, nil, .stopped)
    subscriptions.setAllWanted()
  }

  /// Subscribes to an identifier.
  ///
  /// - Parameters:
  ///   - identifier: The identifier.
  ///   - now: The time on the client's clock.
  /// - Returns: A handle for the subscriber.
  public mutating func subscribe(_ identifier: CableIdentifier, now: Duration) -> Handle {
    let handle = Handle(number: nextHandle, identifier: identifier)
    nextHandle += 1
    if subscriptions.add(handle) {
      if phase == .connected { requestSubscription(identifier, now) }
    } else if subscriptions.isConfirmed(identifier) {
      // The server confirms each identifier only once.
      outputs.append(.notify(handle, .confirmed(isAgain: false)))
    }
    return handle
  }

  /// Removes a subscriber. If it was the last one of its identifier, the server is told to unsubscribe, at the latest when
  /// it confirms the subscription.
  public mutating func unsubscribe(_ handle: Handle) {
    guard subscriptions.remove(handle), phase == .connected else { return }
    send(CableMessage.command("unsubscribe", handle.identifier))
  }

  /// Sends data to an active subscription.
  ///
  /// - Returns: Whether the data is to be sent. It is not if the subscription is not active.
  public mutating func perform(_ data: JSON, on handle: Handle) -> Bool {
    guard phase == .connected, subscriptions.isConfirmed(handle.identifier),
      subscriptions.handles(of: handle.identifier).contains(handle)
    else { return false }
    send(CableMessage.command("message", handle.identifier, data: data))
    return true
  }

  /// The number of subscribed identifiers.
  public var subscriptionCount: Int { subscriptions.count }

  private mutating func open() {
    connection += 1
    (hasSocket, reopenAt, phase) = (true, nil, .connecting)
    outputs.append(.open(connection))
  }

  private mutating func send(_ text: String) { outputs.append(.send(connection, text)) }

  private mutating func requestSubscription(_ identifier: CableIdentifier, _ now: Duration) {
    subscriptions.set(identifier, .asked(at: now))
    send(CableMessage.command("subscribe", identifier))
  }

  private mutating func notify(_ identifier: CableIdentifier, _ event: Event) {
    for handle in subscriptions.handles(of: identifier) { outputs.append(.notify(handle, event)) }
  }
}

// Events of the connection.
extension CableMachine {
  /// Handles an open connection, with the subprotocol that the server selected.
  public mutating func opened(_ number: Int, subprotocol: String?) {
    guard number == connection, hasSocket else { return }
    if subprotocol != Self.subprotocols[0] { refuse("the server does not support \(Self.subprotocols[0])") }
  }

  /// Handles a text message from the server.
  public mutating func received(_ number: Int, _ text: String, now: Duration) {
    guard number == connection, hasSocket else { return }
    lastWord = now
    guard let message = CableMessage(text) else { return }
    switch message {
    case .welcome: welcome(now)
    case .ping: break
    case .confirmed(let identifier): confirm(identifier)
    case .rejected(let identifier):
      notify(identifier, .rejected)
      subscriptions.remove(identifier)
    case .message(let identifier, let json): notify(identifier, .message(json))
    case .disconnect(let reason, let reconnect):
      if reconnect { drop(now) } else { refuse(reason.isEmpty ? "the server gave no reason" : reason) }
    }
  }

  /// Handles a connection that has ended or could not be opened.
  public mutating func closed(_ number: Int, now: Duration) {
    guard number == connection, hasSocket else { return }
    hasSocket = false
    lose(now)
  }

  /// Handles the timeouts that are due.
  ///
  /// - Parameters:
  ///   - now: The time on the client's clock, since the same moment as in ``start(now:random:)``.
  ///   - random: A random number from 0 up to 1.
  public mutating func wake(now: Duration, random: Double) {
    if let reopenAt, reopenAt <= now { open() }
    if let pollAt, pollAt <= now { poll(now, random) }
    guard phase == .connected else { return }
    for (identifier, since) in subscriptions.unconfirmed where since + CableTiming.resubscribeAfter <= now {
      requestSubscription(identifier, now)
    }
  }

  private mutating func welcome(_ now: Duration) {
    guard phase == .connecting else { return }  // A repeated welcome changes nothing.
    (phase, attempts, disconnectedAt) = (.connected, 0, nil)
    for identifier in subscriptions.identifiers { requestSubscription(identifier, now) }
  }

  private mutating func confirm(_ identifier: CableIdentifier) {
    switch subscriptions.confirm(identifier) {
    case .active(let isAgain): notify(identifier, .confirmed(isAgain: isAgain))
    case .known: break
    case .unwanted: send(CableMessage.command("unsubscribe", identifier))
    }
  }

  /// Checks whether the server is still responding.
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

  /// Closes the connection. Another one is opened later.
  private mutating func drop(_ now: Duration) {
    outputs.append(.close(connection))
    hasSocket = false
    lose(now)
  }

  private mutating func lose(_ now: Duration) {
    (phase, disconnectedAt) = (.waiting, now)
    notifyAll(.disconnected(willReconnect: true))
  }

  /// Handles a server that responds to the opening request with a status.
  ///
  /// A 4xx status means that the request will never succeed, except for the statuses that are temporary: 408, 425 and
  /// 429 (RFC 9110 §15.5, RFC 6585 §4, RFC 8470 §5.2).
  public mutating func refused(_ number: Int, status: Int) {
    guard number == connection, phase == .connecting, (400..<500).contains(status), ![408, 425, 429].contains(status)
    else { return }
    refuse("HTTP \(status)")
  }

  /// Closes the connection for good because the server refuses this client.
  private mutating func refuse(_ reason: String) {
    outputs.append(.close(connection))
    (hasSocket, pollAt, reopenAt, phase) = (false, nil, nil, .refused(reason: reason))
    notifyAll(.disconnected(willReconnect: false))
  }

  private mutating func notifyAll(_ event: Event) {
    subscriptions.setAllWanted()
    for identifier in subscriptions.identifiers { notify(identifier, event) }
  }
}
