import ColmeiaHTTP
import ColmeiaMemory
import ColmeiaSync

/// What the server's thread does: waits for something to happen, and does what is to be done. Touched by that thread
/// alone.
///
/// What a handler wants, and requests that are whole, wait in two queues that ``work()`` takes from. Nothing that a client
/// sends makes one call lead to the next. A turn costs what happens in it, however many connections rest.
package final class EventLoop {
  let handler: any ServerHandler
  let system: any SocketSystem
  let limits: ServerLimits
  private let wakeEnd: Int32
  let clock: @Sendable () -> Duration
  /// When what happens now happens; the clock is read twice a turn.
  private(set) var now: Duration
  /// In seconds since 1970.
  let date: @Sendable () -> Int
  var dateMemo = HTTPDateMemo()
  var entrance: Entrance
  var connections = ConnectionTable()
  var exchanges = ExchangeTable()
  /// What is to be done now.
  var outputs = Queue<ServerOutput>()
  var delayed = DelayedOutputs()
  /// The sockets of connections that may have a whole request. Each gives one when it is its turn.
  var ready = Queue<Int32>()
  var isWorking = false
  /// How many requests were handed on in this turn.
  var requests = 0
  /// More wait for the next turn, so that others are read, and answers are sent.
  static var mostRequests: Int { 256 }
  /// Who is to be sent to when all that has happened in this turn is kept.
  var held: [Connection] = []
  /// In bytes. More is not held back for one connection, but kept at once and sent.
  static var mostHeld: Int { 1 << 20 }
  /// Whether something could not be kept.
  var hasFailed = false
  /// When the server ends, whatever is still on its way. In real time: another clock might stand still.
  private var end: ContinuousClock.Instant?
  private var happened: [(socket: Int32, events: SocketEvents)] = []
  private var buffer = [UInt8](repeating: 0, count: 65_536)

  package init(
    _ listener: Int32, _ wakeEnd: Int32, _ limits: ServerLimits, _ system: any SocketSystem,
    now: @escaping @Sendable () -> Duration, date: @escaping @Sendable () -> Int, _ handler: any ServerHandler
  ) {
    entrance = Entrance(listener)
    self.wakeEnd = wakeEnd
    self.limits = limits
    self.system = system
    clock = now
    self.now = now()
    self.date = date
    self.handler = handler
    // One who is not woken notices at the next request what was posted.
    _ = system.watch(wakeEnd, .readable)
  }

  /// How many bytes are kept for all connections.
  package var load: Int { connections.load }
  /// Whether no further connections are taken.
  var isEnding: Bool { end != nil }

  /// Whether the server has ended.
  package var isOver: Bool {
    if hasFailed { return true }
    guard let end else { return false }
    return ContinuousClock.now >= end || connections.all.allSatisfy(\.isQuiet)
  }

  /// Waits once, and does all that can be done then. ``endTurn()`` comes behind it.
  package func turn() {
    entrance.watch(system, hasRoom: connections.count < limits.connections)
    system.wait(&happened, milliseconds)
    now = clock()
    requests = 0
    var isCalled = false
    // First everybody is heard, then all are served in turn.
    isWorking = true
    for (socket, events) in happened {
      if socket == wakeEnd {
        system.drain(wakeEnd)
      } else if socket == entrance.listener {
        isCalled = true
      } else if let connection = connections[socket] {
        serve(connection, events)
      }
    }
    // Last, since who comes may have the socket of somebody who has gone.
    if isCalled { acceptAll() }
    isWorking = false
    entrance.wake(now)
    carryOut(delayed.takeDue(now))
  }

  /// Keeps what has happened, sends what was held back for it, and ends what is over.
  package func endTurn() {
    now = clock()
    keepAndSend()
    if hasFailed { return }
    endOverdue()
    work()
    keepAndSend()
  }

  /// How many milliseconds may pass until something is due.
  private var milliseconds: Int32 {
    if !ready.isEmpty { return 0 }
    var wait = end.map { ContinuousClock.now.duration(to: $0) }
    if let next = [connections.nextAlarm, delayed.next, entrance.restEnd].compactMap(\.self).min() {
      wait = min(wait ?? .seconds(60), next - clock())
    }
    guard let wait else { return -1 }
    return Int32(min(max((wait / .milliseconds(1)).rounded(.up), 0), 60_000))
  }

  private func acceptAll() {
    while connections.count < limits.connections, let socket = entrance.accept(system, now) {
      let connection = Connection(socket, limits, now)
      connections.insert(connection)
      closeOrWatch(connection)
    }
  }

  private func serve(_ connection: Connection, _ events: SocketEvents) {
    if events.contains(.writable) { flush(connection) }
    // Somebody who has gone reads no answer either.
    if events.contains(.broken) { return close(connection) }
    if events.contains(.readable) { receive(connection) }
    closeOrWatch(connection)
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
      connection.patience.noteReceived(count)
    }
    markReady(connection)
  }

  /// No further connections; those that wait for an answer have so long.
  package func beginEnding(_ patience: Duration) {
    entrance.close(system)
    if end == nil { end = .now + patience }
  }

  package func closeAll() {
    entrance.close(system)
    for connection in connections.all { close(connection) }
  }
}
