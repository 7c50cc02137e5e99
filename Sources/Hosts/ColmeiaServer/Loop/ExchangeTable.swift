/// The connections of pending exchanges and of streams.
///
/// Most exchanges are answered immediately. The newest one is therefore found through its connection and is added to
/// the dictionary only if it must wait. A class for the same reason as ``ConnectionTable``.
final class ExchangeTable {
  private var newest: Connection?
  private var others: [UInt64: Connection] = [:]
  private var next: UInt64 = 1

  /// The connection of a pending exchange or of a stream.
  subscript(id: UInt64) -> Connection? { newest?.exchangeID == id ? newest : others[id] }

  /// Returns an identifier for a new exchange. The connection must adopt it before the table is used again.
  func begin(_ connection: Connection) -> UInt64 {
    keep()
    newest = connection
    defer { next += 1 }
    return next
  }

  func end(_ id: UInt64) { if newest?.exchangeID == id { newest = nil } else { others[id] = nil } }

  /// Moves the newest exchange to the dictionary.
  private func keep() {
    if let newest, let id = newest.exchangeID { others[id] = newest }
    newest = nil
  }
}
