/// Which connection an exchange or a stream belongs to.
///
/// Most exchanges are answered at once: the newest is looked for by its connection, and comes to the others when it waits.
struct ExchangeTable {
  private var newest: Connection?
  private var others: [UInt64: Connection] = [:]
  private var next: UInt64 = 1

  /// The connection of an exchange that is not over, or of a stream.
  subscript(id: UInt64) -> Connection? { newest?.exchangeID == id ? newest : others[id] }

  /// A number for a new exchange of a connection; the connection takes it before anything else is asked.
  mutating func begin(_ connection: Connection) -> UInt64 {
    keep()
    newest = connection
    defer { next += 1 }
    return next
  }

  mutating func end(_ id: UInt64) { if newest?.exchangeID == id { newest = nil } else { others[id] = nil } }

  /// Keeps the newest among the others.
  private mutating func keep() {
    if let newest, let id = newest.exchangeID { others[id] = newest }
    newest = nil
  }
}
