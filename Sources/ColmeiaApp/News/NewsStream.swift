/// A stream of news, and what has come over it.
public struct NewsStream: Sendable, Equatable, Codable {
  /// How the connection is.
  public enum Connection: Sendable, Equatable, Codable {
    /// No newspaper is read, so there is no stream.
    case closed
    /// It is being opened.
    case connecting
    /// News come when they are published.
    case open
    /// It broke off, and is opened again by itself.
    case waiting
    /// The server has refused the stream, for this reason. It is not asked again.
    case refused(Refusal)

    enum CodingKeys: String, CodingKey, CaseIterable { case closed, connecting, open, waiting, refused }
  }

  /// Why a server sends no stream, and is not asked again.
  public enum Refusal: Sendable, Hashable, Codable {
    /// It answered with this status.
    case status(Int)
    /// It answered with something else than events.
    case notEvents
    /// What came is larger than what can be held.
    case tooLarge
    /// The stream cannot be opened from here.
    case unavailable

    enum CodingKeys: String, CodingKey, CaseIterable { case status, notEvents, tooLarge, unavailable }
  }

  /// How the connection is.
  public var connection = Connection.closed
  /// The items that have arrived.
  public var list = NewsList()
  /// Behind which item the connection begins; the whole of what the server has, where there is none.
  public var start: String?
  /// From where nothing is missing: behind this one the next connection may begin.
  public var resume: String?
  /// Whether something came that is no item (O10); until one comes that is.
  public var isCorrupted = false

  /// An event of a stream.
  public enum Event: Sendable, Equatable, Codable {
    /// The server has accepted the stream.
    case opened
    /// An item, and from where the next connection may begin.
    case item(NewsItem, resume: String?)
    /// Something that is no item.
    case corrupted
    /// It broke off, and is opened again.
    case interrupted
    /// The server has refused the stream.
    case refused(Refusal)

    enum CodingKeys: String, CodingKey, CaseIterable { case opened, item, corrupted, interrupted, refused }
  }

  /// Takes an event of the stream. Returns whether the list has changed.
  mutating func hear(_ event: Event) -> Bool {
    guard wantsConnection else { return false }
    switch event {
    case .opened: connection = .open
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

  /// Whether a connection is wanted, and the server has not refused it.
  var wantsConnection: Bool {
    switch connection {
    case .connecting, .open, .waiting: true
    case .closed, .refused: false
    }
  }

  /// Opens it, from the beginning or from where nothing is missing.
  mutating func open(fromStart: Bool = false) {
    if fromStart { resume = nil }
    (connection, start, isCorrupted) = (.connecting, resume, false)
  }
}
