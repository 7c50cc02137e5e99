import ColmeiaHTTP

// What becomes of connections.
extension EventLoop {
  /// How long a client that was sent away may take to end.
  private static var lingering: Duration { .seconds(2) }

  /// Sends what is to be sent, or holds it back until what has happened is kept.
  func flush(_ connection: Connection) {
    guard !hasFailed, connection.hasOutput else { return }
    if handler.hasUncommitted {
      if connection.output.unsent <= Self.mostHeld { return hold(connection) }
      commit()
      if hasFailed { return }
    }
    switch connection.output.withUnsent({ system.write(connection.socket, $0) }) {
    case .bytes(let count): connection.noteSent(count)
    case .wouldBlock: break
    case .ended: return close(connection)
    }
    if connection.output.unsent > limits.output { close(connection) }
  }

  private func hold(_ connection: Connection) {
    if connection.isHeld { return }
    connection.isHeld = true
    held.append(connection)
  }

  private func commit() { if handler.hasUncommitted, !handler.commit() { hasFailed = true } }

  /// Keeps what has happened, and then sends what was held back for it.
  func keepAndSend() {
    while handler.hasUncommitted || !held.isEmpty {
      commit()
      if hasFailed { return }
      let connections = held
      held.removeAll(keepingCapacity: true)
      for connection in connections {
        connection.isHeld = false
        flush(connection)
        closeOrWatch(connection)
      }
    }
  }

  /// Ends a connection that is over; else sees what is waited for, and what its socket is watched for.
  func closeOrWatch(_ connection: Connection) {
    if connection.isClosed { return }
    if case .ending(lingers: true) = connection.phase, !connection.hasOutput {
      system.endOutput(connection.socket)
      connection.phase = .lingering
      connection.patience.linger(until: now + Self.lingering)
    }
    if connection.isOver { return close(connection) }
    connection.renewPatience(now)
    connections.update(connection)
    // Who is not to be read for a moment is not unwatched for that; see ``unwatch(_:)``.
    let wanted = wantedEvents(connection)
    if !connection.watched.isSuperset(of: wanted)
      || connection.watched.contains(.writable) && !wanted.contains(.writable)
    {
      watch(connection, wanted)
    }
  }

  /// What is held back is sent at the end of the turn, and need not be waited for.
  private func wantedEvents(_ connection: Connection) -> SocketEvents {
    var events: SocketEvents = connection.isReading ? .readable : []
    if connection.hasOutput, !connection.isHeld { events.insert(.writable) }
    return events
  }

  /// Something has come that nobody wants yet.
  func unwatch(_ connection: Connection) { watch(connection, wantedEvents(connection)) }

  private func watch(_ connection: Connection, _ events: SocketEvents) {
    if connection.isClosed { return }
    guard system.watch(connection.socket, events) else { return close(connection) }
    connection.watched = events
  }

  /// Ends those with most of what is kept, while all have more than they may.
  func relieve() {
    while load > limits.memory, let heaviest = connections.heaviest { close(heaviest) }
  }

  func close(_ connection: Connection) {
    if connection.isClosed { return }
    if let id = connection.exchangeID { exchanges.end(id) }
    let phase = connection.phase
    connection.phase = .closed
    connections.remove(connection)
    system.endOutput(connection.socket)
    system.close(connection.socket)
    if case .streaming(let stream) = phase { carryOut(handler.ended(stream.id)) }
  }

  func endOverdue() {
    for connection in connections.takeDue(now) {
      if connection.isOverdue(now) { end(connection) }
      closeOrWatch(connection)
    }
  }

  /// Ends a connection whose patience is over, with an answer where a request has begun.
  private func end(_ connection: Connection) {
    guard case .open = connection.phase, connection.parser.stage != .none, !connection.hasOutput else {
      return close(connection)
    }
    dismiss(connection, HTTPResponse(408))
  }
}
