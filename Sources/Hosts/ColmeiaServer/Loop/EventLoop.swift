import ColmeiaHTTP

/// The event loop of the server, which runs on the server's thread only.
///
/// The handler's outputs and complete requests wait in two queues, which ``work()`` processes. Client input therefore
/// can't cause unbounded recursion. The cost of a turn depends on the events in it, not on the number of idle
/// connections.
package final class EventLoop {
  let handler: any ServerHandler
  let system: any SocketSystem
  let limits: ServerLimits
  private let wakeEnd: Int32
  var time: ServerTime
  var listener: Listener
  let connections = ConnectionTable()
  let exchanges = ExchangeTable()
  var pending = PendingWork()
  /// The maximum number of bytes that are held back for one connection. If it is exceeded, the changes are persisted
  /// and the output is sent immediately.
  static var mostHeld: Int { 1 << 20 }
  /// Whether persisting changes has failed.
  var hasFailed = false
  /// The time at which the server ends even if responses are pending. It is real time because another clock might stand
  /// still.
  private var end: ContinuousClock.Instant?
  private var happened: [(socket: Int32, events: SocketEvents)] = []
  private var buffer = [UInt8](repeating: 0, count: 65_536)

  package init(
    _ listener: Int32, _ wakeEnd: Int32, _ limits: ServerLimits, _ system: any SocketSystem,
    now: @escaping @Sendable () -> Duration, date: @escaping @Sendable () -> Int, _ handler: any ServerHandler
  ) {
    self.listener = Listener(listener)
    self.wakeEnd = wakeEnd
    self.limits = limits
    self.system = system
    time = ServerTime(now, date)
    self.handler = handler
    // If watching the wake-up pipe fails, posted work is noticed at the next event instead.
    _ = system.watch(wakeEnd, .readable)
  }

  /// The number of bytes buffered for all connections.
  package var load: Int { connections.load }
  /// Whether the server accepts no further connections.
  var isEnding: Bool { listener.socket == nil }

  /// Whether the server has ended.
  package var isOver: Bool {
    if hasFailed { return true }
    guard let end else { return false }
    return ContinuousClock.now >= end || connections.all.allSatisfy(\.isIdle)
  }

  /// Waits for events once and processes them. ``endTurn()`` must follow.
  package func turn() {
    listener.watch(system, hasRoom: connections.count < limits.connections)
    system.wait(&happened, milliseconds)
    time.read()
    pending.requests = 0
    var isCalled = false
    // Reads from all connections first, then handles their requests in turn.
    pending.isInProgress = true
    for (socket, events) in happened {
      if socket == wakeEnd {
        system.drain(wakeEnd)
      } else if socket == listener.socket {
        isCalled = true
      } else if let connection = connections[socket] {
        serve(connection, events)
      }
    }
    // Accepts last, because a new connection can reuse the descriptor of one that was closed in this turn.
    if isCalled { acceptAll() }
    pending.isInProgress = false
    listener.wake(time.now)
    carryOut(pending.delayed.takeDue(time.now))
  }

  /// Persists changes, sends the output of the turn, and ends connections that have timed out.
  package func endTurn() {
    time.read()
    keepAndSend()
    if hasFailed { return }
    endOverdue()
    work()
    keepAndSend()
  }

  /// The number of milliseconds until something is due, or -1 for no limit.
  private var milliseconds: Int32 {
    if !pending.ready.isEmpty { return 0 }
    let never = Duration.seconds(Int.max)
    let next = min(connections.nextAlarm ?? never, pending.delayed.next ?? never, listener.restEnd ?? never)
    if next == never, end == nil { return -1 }
    let wait = min(next - time.exact(), end.map { ContinuousClock.now.duration(to: $0) } ?? never)
    return Int32(min(max((wait / .milliseconds(1)).rounded(.up), 0), 60_000))
  }

  private func acceptAll() {
    while connections.count < limits.connections, let socket = listener.accept(system, time.now) {
      let connection = Connection(socket, limits, time.now)
      connections.insert(connection)
      schedule(connection)
    }
  }

  private func serve(_ connection: Connection, _ events: SocketEvents) {
    // A client that has closed its connection doesn't read a response either.
    if events.contains(.broken) { return close(connection) }
    if events.contains(.readable) { receive(connection) }
    schedule(connection)
  }

  private func receive(_ connection: Connection) {
    guard connection.isReading else { return unwatch(connection) }
    let transfer = buffer.withUnsafeMutableBytes { system.read(connection.socket, $0) }
    switch (connection.phase, transfer) {
    case (_, .wouldBlock): return
    case (.lingering, .ended): return close(connection)
    case (.lingering, .bytes): return
    case (_, .ended): connection.hasEnded = true
    case (.streaming(let stream), .bytes(let count)):
      return carryOut(handler.receive(buffer[..<count], stream.id))
    case (_, .bytes(let count)):
      connection.parser.feed(buffer[..<count])
      connection.withTimeouts { $0.noteReceived(count) }
    }
    markReady(connection)
  }

  /// Stops accepting connections and gives pending responses this much time.
  package func beginEnding(_ patience: Duration) {
    listener.close(system)
    if end == nil { end = .now + patience }
  }

  package func closeAll() {
    listener.close(system)
    for connection in connections.all { close(connection) }
  }
}
