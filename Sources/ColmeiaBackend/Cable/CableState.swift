/// The connections of the cable and their subscriptions.
struct CableState: Sendable, Equatable {
  /// A connected client.
  struct Connection: Sendable, Equatable {
    var user: Int
    /// The digest of the token with which the client connected.
    var session: String
    /// The subscriptions in the order in which they were made. Each identifier belongs to an event.
    var subscriptions: [(identifier: String, event: Int)] = []

    static func == (left: Self, right: Self) -> Bool {
      left.user == right.user && left.session == right.session
        && left.subscriptions.elementsEqual(right.subscriptions) { $0 == $1 }
    }

    func event(of identifier: String) -> Int? { subscriptions.first { $0.identifier == identifier }?.event }
  }

  private(set) var connections: [ExchangeID: Connection] = [:]

  /// The connections in the order in which they were opened.
  var inOrder: [(id: ExchangeID, connection: Connection)] {
    connections.sorted { $0.key.rawValue < $1.key.rawValue }.map { ($0.key, $0.value) }
  }

  mutating func enter(_ id: ExchangeID, _ user: Int, _ session: String) {
    connections[id] = Connection(user: user, session: session)
  }
  mutating func leave(_ id: ExchangeID) { connections[id] = nil }

  mutating func subscribe(_ id: ExchangeID, _ identifier: String, to event: Int) {
    connections[id]?.subscriptions.append((identifier, event))
  }

  mutating func unsubscribe(_ id: ExchangeID, _ identifier: String) {
    connections[id]?.subscriptions.removeAll { $0.identifier == identifier }
  }
}
