import ColmeiaHTTP

// What becomes of connections.
extension EventLoop {
  /// How long a client that was sent away may take to end.
  private static var lingering: Duration { .seconds(2) }

  /// Sends what is to be sent, or holds it back until what has happened is kept.
  func flush(_ socket: Int32) {
    guard !hasFailed, let connection = connections[socket], connection.hasOutput else { return }
    if handler.hasUncommitted {
      if connection.unsent <= Self.mostHeld { return hold(socket) }
      commit()
      if hasFailed { return }
    }
    switch system.write(socket, connection.output[connection.sent...]) {
    case .bytes(let count): connections[socket]?.noteSent(count)
    case .wouldBlock: break
    case .ended: return close(socket)
    }
    if (connections[socket]?.unsent ?? 0) > limits.output { close(socket) }
  }

  private func hold(_ socket: Int32) {
    if connections[socket]?.isHeld == true { return }
    connections[socket]?.isHeld = true
    held.append(socket)
  }

  private func commit() { if handler.hasUncommitted, !handler.commit() { hasFailed = true } }

  /// Keeps what has happened, and then sends what was held back for it.
  func keepAndSend() {
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
  }

  /// Ends a connection that is over; else sees what is waited for.
  func settle(_ socket: Int32) {
    guard var connection = connections[socket] else { return }
    if connection.isEnding, connection.lingers, !connection.hasOutput, !connection.isLingering {
      system.endOutput(socket)
      connection.linger(until: now() + Self.lingering)
    }
    if connection.isOver { return close(socket) }
    connection.renew(limits, now())
    let footprint = connection.footprint
    load += footprint - connection.memory
    connection.memory = footprint
    connections[socket] = connection
  }

  /// Ends those with most of what is kept, while all have more than they may.
  func relieve() {
    while load > limits.memory,
      let heaviest = connections.max(by: { ($0.value.memory, $0.key) < ($1.value.memory, $1.key) })
    {
      close(heaviest.key)
    }
  }

  func close(_ socket: Int32) {
    guard let connection = connections.removeValue(forKey: socket) else { return }
    load -= connection.memory
    if let id = connection.exchange?.id { sockets[id] = nil }
    system.endOutput(socket)
    system.close(socket)
    guard let stream = connection.stream else { return }
    sockets[stream] = nil
    carryOut(handler.ended(stream))
  }

  func endOverdue() {
    let time = now()
    for socket in connections.keys.sorted() {
      guard connections[socket]?.isOverdue(limits, time) == true, let connection = connections[socket] else { continue }
      guard connection.parser.isInRequest, !connection.hasOutput, connection.exchange == nil, !connection.isEnding
      else {
        close(socket)
        continue
      }
      dismiss(socket, HTTPResponse(408))
      settle(socket)
    }
  }

  /// No further connections; those that wait for an answer have so long.
  package func beginEnding(_ patience: Duration) {
    if let listener { system.close(listener) }
    listener = nil
    if end == nil { end = .now + patience }
  }

  package func closeAll() {
    if let listener { system.close(listener) }
    listener = nil
    for socket in connections.keys.sorted() { close(socket) }
  }
}
