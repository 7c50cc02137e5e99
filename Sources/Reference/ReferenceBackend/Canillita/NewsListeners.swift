/// The clients that listen to the news stream.
struct NewsListeners: Sendable, Equatable {
  /// The listeners in the order in which they connected.
  private(set) var listeners: [ExchangeID] = []
  /// The number of heartbeats since the last comment.
  var beats = 0

  mutating func enter(_ id: ExchangeID) { listeners.append(id) }
  mutating func leave(_ id: ExchangeID) { listeners.removeAll { $0 == id } }
}
