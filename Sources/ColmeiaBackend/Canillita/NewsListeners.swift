/// Who listens to the news.
struct NewsListeners: Sendable, Equatable {
  /// In the order in which they came.
  private(set) var listeners: [ExchangeID] = []
  /// How often it was time to say that the server is there.
  var beats = 0

  mutating func enter(_ id: ExchangeID) { listeners.append(id) }
  mutating func leave(_ id: ExchangeID) { listeners.removeAll { $0 == id } }
}
