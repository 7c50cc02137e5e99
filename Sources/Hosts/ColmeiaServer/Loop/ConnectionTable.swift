import ColmeiaBase

/// All connections by their sockets, with their next checks. A connection without activity costs nothing.
///
/// A class, because the event loop reads and changes it several times per request: its properties need no checks for
/// exclusive access, while a property of the loop that is changed in place does.
final class ConnectionTable {
  private var slots: [Connection?] = []
  private(set) var count = 0
  /// The number of bytes buffered for all connections.
  private(set) var load = 0
  /// The next checks of the connections, ordered by time and then by socket.
  private var alarms = DeadlineQueue<Int32>()

  /// All connections in the order of their sockets.
  var all: [Connection] { slots.compactMap(\.self) }

  subscript(socket: Int32) -> Connection? { slots.indices.contains(Int(socket)) ? slots[Int(socket)] : nil }

  func insert(_ connection: Connection) {
    let position = Int(connection.socket)
    while slots.count <= position { slots.append(nil) }
    slots[position] = connection
    count += 1
  }

  func remove(_ connection: Connection) {
    slots[Int(connection.socket)] = nil
    count -= 1
    load -= connection.memory
    setAlarm(of: connection, nil)
  }

  /// Updates the memory usage and the next check of a connection.
  ///
  /// - Complexity: O(1) if the connection's deadline is unchanged or later.
  func update(_ connection: Connection) {
    updateLoad(connection)
    guard let deadline = connection.deadline else { return }
    // An alarm that is too early causes one unnecessary check, which costs less than moving the alarm each time.
    if let alarm = connection.alarm, alarm <= deadline { return }
    setAlarm(of: connection, deadline)
  }

  /// Updates the memory usage of a connection.
  func updateLoad(_ connection: Connection) {
    let bufferedBytes = connection.bufferedBytes
    load += bufferedBytes - connection.memory
    connection.memory = bufferedBytes
  }

  private func setAlarm(of connection: Connection, _ time: Duration?) {
    let number = UInt64(connection.socket)
    if let time { alarms.insert(connection.socket, number, at: time) } else { alarms.remove(number) }
    connection.alarm = time
  }

  /// The time of the next check.
  var nextAlarm: Duration? { alarms.first?.deadline }

  /// Returns the connections that are due for a check. Each gets a new alarm when it is updated.
  func takeDue(_ now: Duration) -> [Connection] {
    var due: [Connection] = []
    while let alarm = alarms.popFirst(upTo: now) {
      guard let connection = self[alarm.value] else { continue }
      connection.alarm = nil
      due.append(connection)
    }
    return due
  }

  /// The connection with the most buffered bytes.
  ///
  /// - Complexity: O(connections).
  var largest: Connection? { all.max { ($0.memory, $0.socket) < ($1.memory, $1.socket) } }
}
