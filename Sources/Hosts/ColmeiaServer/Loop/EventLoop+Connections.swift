import ColmeiaHTTP

// Output, closing and timeouts of connections.
extension EventLoop {
  /// The time that a dismissed client has to close its side.
  private static var lingering: Duration { .seconds(2) }

  /// Notes that something has happened to a connection, which is settled at the end of the turn.
  func schedule(_ connection: Connection) {
    if connection.isClosed { return }
    connections.updateLoad(connection)
    if connection.output.unsent > Self.mostHeld { return settle(connection) }
    if connection.isUnsettled { return }
    connection.isUnsettled = true
    pending.unsettled.append(connection)
  }

  /// Persists all changes, then settles the connections to which something has happened.
  ///
  /// Output is sent at the end of a turn because it must follow the changes, and because then a client that gets many
  /// responses, or that runs on this machine, is woken once instead of for each of them.
  func keepAndSend() {
    commit()
    var position = 0
    // Closing a connection can add others.
    while !hasFailed, position < pending.unsettled.count {
      pending.unsettled[position].isUnsettled = false
      settle(pending.unsettled[position])
      position += 1
    }
    pending.unsettled.removeAll(keepingCapacity: true)
    commit()
  }

  /// Sends the output of a connection. Then closes it if it is done, or updates what it waits for.
  private func settle(_ connection: Connection) {
    send(connection)
    closeOrWatch(connection)
  }

  private func commit() { if !hasFailed, handler.hasUncommitted { hasFailed = !handler.commit() } }

  /// Sends pending output after all changes are persisted.
  func send(_ connection: Connection) {
    guard !connection.isClosed, connection.hasOutput else { return }
    commit()
    if hasFailed { return }
    switch connection.withOutput({ $0.withUnsent { system.write(connection.socket, $0) } }) {
    case .bytes(let count): connection.noteSent(count)
    case .wouldBlock: break
    case .ended: return close(connection)
    }
    if connection.output.unsent > limits.output { close(connection) }
  }

  /// Closes a connection that is done. Otherwise updates its timeouts and the events that its socket is watched for.
  private func closeOrWatch(_ connection: Connection) {
    if connection.isClosed { return }
    if connection.mustLinger { linger(connection) }
    if connection.isOver { return close(connection) }
    connection.renewTimeouts(time.now)
    connections.update(connection)
    // Watching for reads isn't stopped for a short pause; see ``unwatch(_:)``.
    let wanted = wantedEvents(connection)
    if !connection.watched.isSuperset(of: wanted)
      || connection.watched.contains(.writable) && !wanted.contains(.writable)
    {
      watch(connection, wanted)
    }
  }

  /// Ends the output of a connection, and discards its input until the client has closed its side: if a connection is
  /// closed while there is unread input, the client may lose the output.
  private func linger(_ connection: Connection) {
    let phase = leave(connection, for: .lingering)
    system.endOutput(connection.socket)
    connection.withTimeouts { $0.linger(until: time.now + Self.lingering) }
    tellEnd(of: phase)
  }

  private func wantedEvents(_ connection: Connection) -> SocketEvents {
    var events: SocketEvents = connection.isReading ? .readable : []
    if connection.hasOutput { events.insert(.writable) }
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
    let phase = leave(connection, for: .closed)
    connections.remove(connection)
    system.endOutput(connection.socket)
    system.close(connection.socket)
    tellEnd(of: phase)
  }

  /// Ends the exchange or the stream of a connection. Returns its phase until now.
  private func leave(_ connection: Connection, for phase: Connection.Phase) -> Connection.Phase {
    if let id = connection.exchangeID { exchanges.end(id) }
    return exchange(&connection.phase, with: phase)
  }

  private func tellEnd(of phase: Connection.Phase) {
    if case .streaming(let stream) = phase { carryOut(handler.ended(stream.id)) }
  }

  func endOverdue() {
    for connection in connections.takeDue(time.now) {
      if connection.isOverdue(time.now) { end(connection) }
      schedule(connection)
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
