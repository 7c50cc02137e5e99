import ColmeiaMemory

/// All connections, by their sockets, and when each is to be looked at. What does not change costs nothing.
struct ConnectionTable {
  private struct Alarm {
    var time: Duration
    var socket: Int32
  }

  private var slots: [Connection?] = []
  private(set) var count = 0
  /// How many bytes are kept for all connections.
  private(set) var load = 0
  /// By socket; those of one time in its order.
  private var alarms = PlacedHeap<Alarm> { ($0.time, $0.socket) < ($1.time, $1.socket) }

  /// In the order of their sockets.
  var all: [Connection] { slots.compactMap(\.self) }

  subscript(socket: Int32) -> Connection? { slots.indices.contains(Int(socket)) ? slots[Int(socket)] : nil }

  mutating func insert(_ connection: Connection) {
    let place = Int(connection.socket)
    while slots.count <= place { slots.append(nil) }
    slots[place] = connection
    count += 1
  }

  mutating func remove(_ connection: Connection) {
    slots[Int(connection.socket)] = nil
    count -= 1
    load -= connection.memory
    setAlarm(of: connection, nil)
  }

  /// Sees how much is kept for a connection now, and until when it has time.
  ///
  /// - Complexity: O(1) while it has as much time as before, or more.
  mutating func update(_ connection: Connection) {
    let footprint = connection.footprint
    load += footprint - connection.memory
    connection.memory = footprint
    guard let deadline = connection.deadline else { return }
    // An earlier alarm is in vain, once, and costs less than to move it each time.
    if let alarm = connection.alarm, alarm <= deadline { return }
    setAlarm(of: connection, deadline)
  }

  private mutating func setAlarm(of connection: Connection, _ time: Duration?) {
    if connection.alarm != nil { alarms.remove(connection.socket) }
    if let time { alarms.insert(Alarm(time: time, socket: connection.socket), connection.socket) }
    connection.alarm = time
  }

  /// When the next connection is to be looked at.
  var nextAlarm: Duration? { alarms.first?.time }

  /// Those that are to be looked at. Each has an alarm again once it is updated.
  mutating func takeDue(_ now: Duration) -> [Connection] {
    var due: [Connection] = []
    while let alarm = alarms.first, alarm.time <= now, let connection = self[alarm.socket] {
      setAlarm(of: connection, nil)
      due.append(connection)
    }
    return due
  }

  /// The one that most is kept for.
  ///
  /// - Complexity: O(connections).
  var heaviest: Connection? { all.max { ($0.memory, $0.socket) < ($1.memory, $1.socket) } }
}
