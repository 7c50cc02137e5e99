import ColmeiaHTTP

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// What the server's thread does: waits for something to happen, and does what is to be done. Touched by that thread
/// alone.
final class EventLoop<Handler: ServerHandler> {
  let handler: Handler
  private var listener: Int32?
  private let wakeEnd: Int32
  private let limits: ServerLimits
  private let now: @Sendable () -> Duration
  private var connections: [Int32: Connection] = [:]
  /// Which connection an exchange belongs to.
  private var sockets: [UInt64: Int32] = [:]
  private var nextExchange: UInt64 = 1
  /// What is to be done later, the earliest last.
  private var delayed: [(time: Duration, output: ServerOutput)] = []
  private var buffer = [UInt8](repeating: 0, count: 65_536)
  /// When the server ends, whatever is still on its way. In real time: another clock might stand still.
  private var end: ContinuousClock.Instant?
  /// Who is to be sent to when all that has happened in this turn is kept.
  private var held: [Int32] = []
  /// Whether something could not be kept.
  private var hasFailed = false
  /// In bytes. More is not held back for one connection, but kept at once and sent.
  private static var mostHeld: Int { 1 << 20 }
  /// Until when no connection is taken, because there were no descriptors.
  private var rest: Duration?

  init(
    _ listener: Int32, _ wakeEnd: Int32, _ limits: ServerLimits, _ now: @escaping @Sendable () -> Duration,
    _ handler: Handler
  ) {
    self.listener = listener
    self.wakeEnd = wakeEnd
    self.limits = limits
    self.now = now
    self.handler = handler
  }

  /// Whether the server has ended.
  var isOver: Bool {
    if hasFailed { return true }
    guard let end else { return false }
    return ContinuousClock.now >= end || connections.values.allSatisfy { !$0.hasOutput && $0.exchange == nil }
  }

  /// Waits once, and does all that can be done then. ``endTurn()`` comes behind it.
  func turn() {
    var entries = self.entries
    Sockets.wait(&entries, patience)
    for entry in entries where entry.revents != 0 {
      if entry.fd == wakeEnd {
        Sockets.drain(wakeEnd)
      } else if entry.fd == listener {
        acceptAll()
      } else {
        serve(entry.fd, entry.revents)
      }
    }
    carryOutDelayed()
  }

  /// Keeps what has happened, and then sends what was held back for it.
  func endTurn() {
    while handler.hasUncommitted || !held.isEmpty {
      commit()
      if hasFailed { return }
      let sockets = held
      held.removeAll(keepingCapacity: true)
      for socket in sockets {
        connections[socket]?.isHeld = false
        flush(socket)
        settle(socket)
      }
    }
    endOverdue()
  }

  private func commit() { if handler.hasUncommitted, !handler.commit() { hasFailed = true } }

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
    let times = connections.values.map(\.deadline) + [delayed.last?.time, rest].compactMap { $0 }
    let waits = [times.min().map { $0 - now() }, end.map { ContinuousClock.now.duration(to: $0) }].compactMap { $0 }
    guard let next = waits.min() else { return -1 }
    return Int32(clamping: Int64((next / .milliseconds(1)).rounded(.up)).clamped(to: 0...60_000))
  }

  private func acceptAll() {
    guard let listener else { return }
    while connections.count < limits.connections {
      let (socket, isExhausted) = Sockets.accept(listener)
      // Without a descriptor the connection stays in the queue; asking again at once would only burn time.
      if isExhausted { rest = now() + .milliseconds(100) }
      guard let socket else { return }
      connections[socket] = Connection(socket, limits, now())
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
    // Somebody who has gone reads no answer either.
    if hasBroken || (!connection.isReading && !connection.hasOutput && connection.exchange == nil) {
      return close(socket)
    }
    guard connection.isReading else { return }
    let transfer = buffer.withUnsafeMutableBytes { Sockets.read(socket, $0) }
    switch transfer {
    case .wouldBlock: return
    case .ended: connections[socket]?.hasEnded = true
    case .bytes(let count):
      if let stream = connection.stream { return carryOut(handler.receive(buffer[..<count], stream)) }
      connections[socket]?.parser.feed(buffer[..<count])
    }
    takeRequest(socket)
  }

  /// Hands on the next request of a connection, if it is whole.
  private func takeRequest(_ socket: Int32) {
    guard let connection = connections[socket], connection.exchange == nil, connection.stream == nil,
      !connection.isEnding
    else { return }
    do throws(RequestRefusal) {
      guard let arrival = try connections[socket]?.parser.next() else { return askForBody(socket) }
      let id = nextExchange
      nextExchange += 1
      sockets[id] = socket
      connections[socket]?.exchange = (id, arrival.request.method, arrival.keepsAlive)
      connections[socket]?.isOld = arrival.isOld
      carryOut(handler.handle(arrival.request, id))
    } catch {
      let body = Array("\(error.description)\n".utf8)
      let response = HTTPResponse(error.status, headers: ["Content-Type": "text/plain; charset=utf-8"], body: body)
      connections[socket]?.put(HTTPResponseWriter.bytes(response, to: nil, keepsAlive: false))
      connections[socket]?.isEnding = true
      flush(socket)
    }
  }

  private func askForBody(_ socket: Int32) {
    guard connections[socket]?.parser.expectsContinue == true else { return }
    connections[socket]?.parser.noteContinue()
    connections[socket]?.put(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8))
    flush(socket)
  }
}

extension EventLoop {
  /// Does what a handler wants.
  func carryOut(_ outputs: [ServerOutput]) {
    for output in outputs {
      switch output {
      case .respond(let id, let response, let delay) where delay > .zero:
        postpone(.respond(id, response), until: now() + delay)
      case .respond(let id, let response, _): respond(id, response)
      case .cut(let id, let response, let count): cut(id, response, count)
      case .close(let id): if let socket = sockets[id] { close(socket) }
      case .upgrade(let id, let response): upgrade(id, response)
      case .write(let id, let bytes): write(id, bytes)
      case .finish(let id, let delay) where delay > .zero: postpone(.finish(id), until: now() + delay)
      case .finish(let id, _): finish(id)
      case .pause(let id, let isPaused): pause(id, isPaused)
      case .wake(let number, let delay) where delay > .zero:
        postpone(.wake(number, after: .zero), until: now() + delay)
      case .wake(let number, _): carryOut(handler.wake(number))
      }
    }
  }

  private func postpone(_ output: ServerOutput, until time: Duration) {
    // Behind what is due at the same time.
    let place = delayed.firstIndex { $0.time <= time } ?? delayed.endIndex
    delayed.insert((time, output), at: place)
  }

  private func carryOutDelayed() {
    let time = now()
    if let rest, rest <= time { self.rest = nil }
    while let next = delayed.last, next.time <= time {
      delayed.removeLast()
      carryOut([next.output])
    }
  }

  private func respond(_ id: UInt64, _ response: HTTPResponse) {
    guard let socket = sockets.removeValue(forKey: id), let exchange = connections[socket]?.exchange else { return }
    let keepsAlive = exchange.keepsAlive && end == nil && connections[socket]?.hasEnded == false
    connections[socket]?.put(HTTPResponseWriter.bytes(response, to: exchange.method, keepsAlive: keepsAlive))
    connections[socket]?.exchange = nil
    if !keepsAlive { connections[socket]?.isEnding = true }
    flush(socket)
    // Requests that came behind this one wait in the parser.
    takeRequest(socket)
    settle(socket)
  }

  private func cut(_ id: UInt64, _ response: HTTPResponse, _ count: Int) {
    guard let socket = sockets.removeValue(forKey: id), let exchange = connections[socket]?.exchange else { return }
    let bytes = HTTPResponseWriter.bytes(response, to: exchange.method, keepsAlive: false)
    connections[socket]?.put(Array(bytes.prefix(count)))
    connections[socket]?.exchange = nil
    connections[socket]?.isEnding = true
    flush(socket)
    settle(socket)
  }

  private func upgrade(_ id: UInt64, _ response: HTTPResponse) {
    guard let socket = sockets[id], let connection = connections[socket], connection.exchange?.id == id else { return }
    // Who speaks HTTP/1.0 knows neither other protocols nor chunks.
    if connection.isOld {
      let headers: HTTPHeaders = ["Content-Type": "text/plain; charset=utf-8"]
      respond(id, HTTPResponse(505, headers: headers, body: Array("a stream needs HTTP/1.1\n".utf8)))
      return carryOut(handler.ended(id))
    }
    connections[socket]?.exchange = nil
    connections[socket]?.stream = id
    connections[socket]?.put(HTTPResponseWriter.bytes(response, to: .get, keepsAlive: true))
    flush(socket)
    let rest = connections[socket]?.parser.takeRest() ?? []
    if !rest.isEmpty { carryOut(handler.receive(rest[...], id)) }
    settle(socket)
  }

  private func write(_ id: UInt64, _ bytes: [UInt8]) {
    guard let socket = sockets[id], connections[socket]?.stream == id else { return }
    connections[socket]?.put(bytes)
    flush(socket)
    settle(socket)
  }

  private func pause(_ id: UInt64, _ isPaused: Bool) {
    guard let socket = sockets[id], connections[socket]?.stream == id else { return }
    connections[socket]?.isPaused = isPaused
  }

  private func finish(_ id: UInt64) {
    guard let socket = sockets[id], connections[socket]?.stream == id else { return }
    connections[socket]?.isEnding = true
    settle(socket)
  }

  private func flush(_ socket: Int32) {
    guard !hasFailed, let connection = connections[socket], connection.hasOutput else { return }
    if handler.hasUncommitted {
      if connection.unsent <= Self.mostHeld { return hold(socket) }
      commit()
      if hasFailed { return }
    }
    switch Sockets.write(socket, connection.output[connection.sent...]) {
    case .bytes(let count): connections[socket]?.sent += count
    case .wouldBlock: break
    case .ended: return close(socket)
    }
    if connection.unsent > limits.output { close(socket) }
  }

  private func hold(_ socket: Int32) {
    if connections[socket]?.isHeld == true { return }
    connections[socket]?.isHeld = true
    held.append(socket)
  }

  /// Ends a connection that is over; else renews the patience with it.
  private func settle(_ socket: Int32) {
    guard let connection = connections[socket] else { return }
    if connection.isOver { return close(socket) }
    connections[socket]?.renew(limits, now())
  }

  private func close(_ socket: Int32) {
    guard let connection = connections.removeValue(forKey: socket) else { return }
    if let id = connection.exchange?.id { sockets[id] = nil }
    Sockets.endOutput(socket)
    Sockets.close(socket)
    guard let stream = connection.stream else { return }
    sockets[stream] = nil
    carryOut(handler.ended(stream))
  }

  private func endOverdue() {
    let time = now()
    for socket in connections.keys.sorted() {
      guard let connection = connections[socket], connection.deadline <= time else { continue }
      if connection.parser.isInRequest, !connection.hasOutput, connection.exchange == nil {
        let response = HTTPResponse(408)
        connections[socket]?.put(HTTPResponseWriter.bytes(response, to: nil, keepsAlive: false))
        flush(socket)
      }
      close(socket)
    }
  }

  /// No further connections; those that wait for an answer have so long.
  func beginEnding(_ patience: Duration) {
    if let listener { Sockets.close(listener) }
    listener = nil
    if end == nil { end = .now + patience }
  }

  func closeAll() {
    if let listener { Sockets.close(listener) }
    listener = nil
    for socket in connections.keys.sorted() { close(socket) }
  }
}

extension Int64 {
  fileprivate func clamped(to range: ClosedRange<Int64>) -> Int64 {
    Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
  }
}
