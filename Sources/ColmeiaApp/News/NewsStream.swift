/// A stream of news, and the items received from it.
public struct NewsStream: Sendable, Equatable, Codable {
  /// The status of the connection.
  public enum Connection: Sendable, Equatable, Codable {
    /// There is no stream, because there are no subscriptions.
    case closed
    /// The connection is being opened.
    case connecting
    /// The connection is open, and items arrive as they're published.
    case open
    /// The connection was lost, and is reopened automatically.
    case waiting
    /// The server has refused the stream. There is no automatic retry.
    case refused(Refusal)

    enum CodingKeys: String, CodingKey, CaseIterable { case closed, connecting, open, waiting, refused }
  }

  /// Why a server refused the stream.
  public enum Refusal: Sendable, Hashable, Codable {
    /// The response had this status.
    case status(Int)
    /// The response was not an event stream.
    case notEvents
    /// An event exceeded the maximum size.
    case tooLarge
    /// The stream can't be opened from this device.
    case unavailable

    enum CodingKeys: String, CodingKey, CaseIterable { case status, notEvents, tooLarge, unavailable }
  }

  /// The status of the connection.
  public var connection = Connection.closed
  /// The items received so far.
  public var list = NewsList()
  /// The ID of the item after which the connection starts, or `nil` to receive all items that the server has.
  public var start: String?
  /// The ID of the item after which the next connection can start without missing any items.
  public var resume: String?
  /// Whether the last event was not a valid item (O10).
  public var isCorrupted = false

  /// An event of a stream.
  public enum Event: Sendable, Equatable, Codable {
    /// The server has accepted the stream.
    case opened
    /// An item arrived; `resume` is the ID of the item after which the next connection can start.
    case item(NewsItem, resume: String?)
    /// An event arrived that is not a valid item.
    case corrupted
    /// The connection was lost, and is being reopened.
    case interrupted
    /// The server has refused the stream.
    case refused(Refusal)

    enum CodingKeys: String, CodingKey, CaseIterable { case opened, item, corrupted, interrupted, refused }
  }

  /// Handles an event of the stream. Returns whether the list has changed.
  mutating func receive(_ event: Event) -> Bool {
    guard wantsConnection else { return false }
    switch event {
    case .opened:
      connection = .open
      // The server sends all items again, also those whose keys were forgotten. Until then, the known ones are shown.
      guard start == nil, resume == nil, !list.items.isEmpty else { return false }
      list = NewsList()
      return true
    case .interrupted: connection = .waiting
    case .refused(let refusal): connection = .refused(refusal)
    case .corrupted: isCorrupted = true
    case .item(let item, let resume):
      isCorrupted = false
      if let resume { self.resume = resume }
      return list.receive(item)
    }
    return false
  }

  /// Whether a connection is wanted and the server hasn't refused it.
  var wantsConnection: Bool {
    switch connection {
    case .connecting, .open, .waiting: true
    case .closed, .refused: false
    }
  }

  /// Opens the stream, from the beginning or from the resume point.
  mutating func open(fromStart: Bool = false) {
    if fromStart { resume = nil }
    (connection, start, isCorrupted) = (.connecting, resume, false)
  }
}
