import ColmeiaHTTP

// Output, closing and timeouts of connections.
extension EventLoop {
  /// The time that a dismissed client has to close its side.
  private static var lingering: Duration { .seconds(2) }

  /// Sends pending output, or holds it back until all changes are persisted.
  func flush(_ connection: Connection) {
    guard !hasFailed, connection.hasOutput else { return }
    if handler.hasUncommitted {
      if connection.output.unsent <= Self.mostHeld { return hold(connection) }
      commit()
      if hasFailed { return }
    }
    switch connection.withOutput({ $0.withUnsent { system.write(connection.socket, $0) } }) {
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

  /// Persists all changes, then sends the output that was held back for them.
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

  /// Closes a connection that is done. Otherwise updates its timeouts and the events that its socket is watched for.
  func closeOrWatch(_ connection: Connection) {
    if connection.isClosed { return }
    if case .ending(lingers: true) = connection.phase, !connection.hasOutput {
      system.endOutput(connection.socket)
      connection.phase = .lingering
      connection.withTimeouts { $0.linger(until: now + Self.lingering) }
    }
    if connection.isOver { return close(connection) }
    connection.renewTimeouts(now)
    connections.update(connection)
    // Watching for reads isn't stopped for a short pause; see ``unwatch(_:)``.
    let wanted = wantedEvents(connection)
    if !connection.watched.isSuperset(of: wanted)
      || connection.watched.contains(.writable) && !wanted.contains(.writable)
    {
      watch(connection, wanted)
    }
  }

  /// Returns the events to watch for. Output that is held back is sent at the end of the turn, so it needs no event.
  private func wantedEvents(_ connection: Connection) -> SocketEvents {
    var events: SocketEvents = connection.isReading ? .readable : []
    if connection.hasOutput, !connection.isHeld { events.insert(.writable) }
    return events
  }

  /// Stops watching for reads when data has arrived that isn't wanted yet.
  func unwatch(_ connection: Connection) { watch(connection, wantedEvents(connection)) }

  private func watch(_ connection: Connection, _ events: SocketEvents) {
    if connection.isClosed { return }
    guard system.watch(connection.socket, events) else { return close(connection) }
    connection.watched = events
  }

  /// Closes the connections with the most buffered bytes while the total exceeds the limit.
  func enforceMemoryLimit() {
    while load > limits.memory, let largest = connections.largest { close(largest) }
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

  /// Ends a connection that has timed out, with a response if a request has begun.
  private func end(_ connection: Connection) {
    guard case .open = connection.phase, connection.parser.stage != .none, !connection.hasOutput else {
      return close(connection)
    }
    dismiss(connection, HTTPResponse(408))
  }
}
