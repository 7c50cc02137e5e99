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
  /// The ID of the last item that was received, of any newspaper, or `nil` to receive all items that the server has.
  ///
  /// This is where the stream goes on. The effect that follows the stream receives it when the stream is opened, and
  /// reports every change.
  public var resume: String?
  /// The value of ``resume`` when the stream was opened. It is a part of the effect that follows the stream, so it
  /// doesn't change until the next time.
  public var start: String?
  /// Whether the last event was not a valid item (O10).
  public var isCorrupted = false

  /// An event of a stream.
  public enum Event: Sendable, Equatable, Codable {
    /// The server has accepted the stream, which continues after this item, or starts at the beginning.
    case opened(after: String?)
    /// An item arrived.
    case item(NewsItem)
    /// An item of another newspaper arrived, which has this ID.
    case skipped(id: String)
    /// An event arrived that is not a valid item. The payload is its ID, which may be empty.
    case corrupted(id: String)
    /// The connection was lost, and is being reopened.
    case interrupted
    /// The server has refused the stream.
    case refused(Refusal)

    enum CodingKeys: String, CodingKey, CaseIterable { case opened, item, skipped, corrupted, interrupted, refused }
  }

  /// Handles an event of the stream. Returns whether the list or the last item has changed.
  mutating func receive(_ event: Event) -> Bool {
    guard wantsConnection else { return false }
    let last = resume
    var hasChanged = false
    switch event {
    case .opened(let id):
      (connection, resume) = (.open, id)
      hasChanged = list.open(fromStart: id == nil)
    case .interrupted: connection = .waiting
    case .refused(let refusal): connection = .refused(refusal)
    case .skipped(let id): resume = id
    case .corrupted(let id): (isCorrupted, resume) = (true, id)
    case .item(let item):
      (isCorrupted, resume) = (false, item.id)
      hasChanged = list.receive(item)
    }
    if resume == "" { resume = nil }
    return hasChanged || resume != last
  }

  /// Whether a connection is wanted and the server hasn't refused it.
  var wantsConnection: Bool {
    switch connection {
    case .connecting, .open, .waiting: true
    case .closed, .refused: false
    }
  }

  /// Opens the stream after the last item, or from the beginning.
  mutating func open(fromStart: Bool = false) {
    if fromStart { resume = nil }
    (connection, start, isCorrupted) = (.connecting, resume, false)
  }
}
