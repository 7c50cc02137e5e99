import ColmeiaTable

/// The connections of the cable and their subscriptions.
struct CableState: Sendable, Equatable {
  /// A connected client.
  struct Connection: Identifiable, Sendable, Equatable {
    let id: ExchangeID
    let user: Int
    /// The digest of the token with which the client connected.
    let session: String
    /// The events of the subscriptions, by identifier.
    fileprivate(set) var events: [String: Int] = [:]
  }

  /// A subscription to the chat of an event.
  struct Subscription: Identifiable, Sendable, Equatable {
    struct ID: Hashable, Sendable { let connection: ExchangeID, identifier: String }

    let id: ID
    let user: Int
  }

  /// The connections in the order in which they were opened.
  private(set) var connections = EntityTable<Connection>()
  /// The subscriptions to each event's chat, in the order in which they were made.
  private(set) var rooms: [Int: EntityTable<Subscription>] = [:]

  mutating func enter(_ id: ExchangeID, _ user: Int, _ session: String) {
    connections.upsert(Connection(id: id, user: user, session: session))
  }

  mutating func leave(_ id: ExchangeID) {
    guard let connection = connections.remove(id: id) else { return }
    for (identifier, event) in connection.events { removeSubscription(identifier, of: id, to: event) }
  }

  mutating func subscribe(_ connection: Connection, _ identifier: String, to event: Int) {
    connections.update(connection.id) { $0.events[identifier] = event }
    let id = Subscription.ID(connection: connection.id, identifier: identifier)
    rooms[event, default: EntityTable()].upsert(Subscription(id: id, user: connection.user))
  }

  mutating func unsubscribe(_ id: ExchangeID, _ identifier: String) {
    guard let event = connections.update(id, { $0.events.removeValue(forKey: identifier) }) ?? nil else { return }
    removeSubscription(identifier, of: id, to: event)
  }

  private mutating func removeSubscription(_ identifier: String, of connection: ExchangeID, to event: Int) {
    rooms[event]?.remove(id: Subscription.ID(connection: connection, identifier: identifier))
    if rooms[event]?.isEmpty == true { rooms[event] = nil }
  }
}
