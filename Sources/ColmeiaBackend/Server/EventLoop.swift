import ColmeiaHTTP
import ColmeiaMemory
import ColmeiaSync

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// What the server's thread does: waits for something to happen, and does what is to be done. Touched by that thread
/// alone.
///
/// What a handler wants, and requests that are whole, wait in two queues that ``work()`` takes from. Nothing that a client
/// sends makes one call lead to the next.
package final class EventLoop<Handler: ServerHandler, System: SocketSystem> {
  package let handler: Handler
  let system: System
  var listener: Int32?
  private let wakeEnd: Int32
  let limits: ServerLimits
  let now: @Sendable () -> Duration
  /// In seconds since 1970.
  let date: @Sendable () -> Int
  var dateMemo = HTTPDateMemo()
  var connections: [Int32: Connection] = [:]
  /// Which connection an exchange belongs to.
  var sockets: [UInt64: Int32] = [:]
  var nextExchange: UInt64 = 1
  /// What is to be done now.
  var outputs = Queue<ServerOutput>()
  /// Connections that may have a whole request. Each gives one when it is its turn.
  var ready = Queue<Int32>()
  var isWorking = false
  /// How many requests were handed on in this turn.
  var requests = 0
  /// More wait for the next turn, so that others are read, and answers are sent.
  static var mostRequests: Int { 256 }
  /// What is to be done later, the earliest last.
  var delayed: [(time: Duration, output: ServerOutput)] = []
  private var buffer = [UInt8](repeating: 0, count: 65_536)
  /// When the server ends, whatever is still on its way. In real time: another clock might stand still.
  var end: ContinuousClock.Instant?
  /// Who is to be sent to when all that has happened in this turn is kept.
  var held: [Int32] = []
  /// In bytes. More is not held back for one connection, but kept at once and sent.
  static var mostHeld: Int { 1 << 20 }
  /// Whether something could not be kept.
  var hasFailed = false
  /// How many bytes are kept for all connections.
  package internal(set) var load = 0
  /// Until when no connection is taken, because there were no descriptors.
  private var rest: Duration?

  package init(
    _ listener: Int32, _ wakeEnd: Int32, _ limits: ServerLimits, _ system: System,
    now: @escaping @Sendable () -> Duration,
    date: @escaping @Sendable () -> Int, _ handler: Handler
  ) {
    self.listener = listener
    self.wakeEnd = wakeEnd
    self.limits = limits
    self.system = system
    self.now = now
    self.date = date
    self.handler = handler
  }

  /// Whether the server has ended.
  package var isOver: Bool {
    if hasFailed { return true }
    guard let end else { return false }
    return ContinuousClock.now >= end
      || connections.values.allSatisfy { !$0.hasOutput && $0.exchange == nil && !$0.isReady }
  }

  /// Waits once, and does all that can be done then. ``endTurn()`` comes behind it.
  package func turn() {
    var entries = self.entries
    system.wait(&entries, patience)
    requests = 0
    // First everybody is heard, then all are served in turn.
    isWorking = true
    for entry in entries where entry.revents != 0 {
      if entry.fd == wakeEnd {
        system.drain(wakeEnd)
      } else if entry.fd == listener {
        acceptAll()
      } else {
        serve(entry.fd, entry.revents)
      }
    }
    isWorking = false
    carryOut(takeDue())
  }

  /// Keeps what has happened, sends what was held back for it, and ends what is over.
  package func endTurn() {
    keepAndSend()
    if hasFailed { return }
    endOverdue()
    work()
    keepAndSend()
  }

  private var entries: [pollfd] {
    var entries = [pollfd(fd: wakeEnd, events: Int16(POLLIN), revents: 0)]
    if let listener, connections.count < limits.connections, rest == nil {
      entries.append(pollfd(fd: listener, events: Int16(POLLIN), revents: 0))
    }
    // In the order of the descriptors: no result may depend on that of a dictionary.
    for socket in connections.keys.sorted() {
      guard let connection = connections[socket] else { continue }
      let events = (connection.isReading ? Int16(POLLIN) : 0) | (connection.hasOutput ? Int16(POLLOUT) : 0)
      entries.append(pollfd(fd: socket, events: events, revents: 0))
    }
    return entries
  }

  /// How many milliseconds may pass until something is due.
  private var patience: Int32 {
    if !ready.isEmpty { return 0 }
    let times = connections.values.compactMap(\.deadline) + [delayed.last?.time, rest].compactMap { $0 }
    let waits = [times.min().map { $0 - now() }, end.map { ContinuousClock.now.duration(to: $0) }].compactMap { $0 }
    guard let next = waits.min() else { return -1 }
    return Int32(clamping: Int64((next / .milliseconds(1)).rounded(.up).clamped(to: 0...60_000)))
  }

  private func acceptAll() {
    guard let listener else { return }
    while connections.count < limits.connections {
      let (socket, isExhausted) = system.accept(listener)
      // Without a descriptor the connection stays in the queue; asking again at once would only burn time.
      if isExhausted { rest = now() + .milliseconds(100) }
      guard let socket else { return }
      connections[socket] = Connection(limits, now())
    }
  }

  private func serve(_ socket: Int32, _ events: Int16) {
    if events & Int16(POLLOUT) != 0 { flush(socket) }
    if events & Int16(POLLIN | POLLHUP | POLLERR) != 0 {
      receive(socket, hasBroken: events & Int16(POLLERR | POLLHUP) != 0)
    }
    settle(socket)
  }

  private func receive(_ socket: Int32, hasBroken: Bool) {
    guard let connection = connections[socket] else { return }
    let isIdle = !connection.isReading && !connection.hasOutput && connection.exchange == nil && !connection.isReady
    // Somebody who has gone reads no answer either.
    if hasBroken || isIdle { return close(socket) }
    guard connection.isReading else { return }
    let transfer = buffer.withUnsafeMutableBytes { system.read(socket, $0) }
    switch transfer {
    case .wouldBlock: return
    case .ended:
      if connection.isLingering { return close(socket) }
      connections[socket]?.hasEnded = true
    case .bytes(let count):
      if connection.isLingering { return }
      if let stream = connection.stream { return carryOut(handler.receive(buffer[..<count], stream)) }
      connections[socket]?.parser.feed(buffer[..<count])
      connections[socket]?.noteReceived(count)
    }
    markReady(socket)
  }

  /// What is due now, in order.
  private func takeDue() -> [ServerOutput] {
    let time = now()
    if let rest, rest <= time { self.rest = nil }
    let count = delayed.reversed().prefix { $0.time <= time }.count
    defer { delayed.removeLast(count) }
    return delayed.suffix(count).reversed().map(\.output)
  }
}

extension Double {
  fileprivate func clamped(to range: ClosedRange<Double>) -> Double {
    Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
  }
}
