/// A change of a ``Backend/State`` as recorded in a journal, which can be applied again.
///
/// It describes the change of a table, not the request that caused it. It contains no passwords or tokens, only their
/// digests.
public struct BackendChange: Sendable, Equatable {
  /// The change, with one case for each table.
  enum Kind: Sendable, Equatable, Codable {
    case iddogUser(IddogUser)
    case iddogSession(TokenTable.Change)
    case user(EventbeeUser)
    case session(TokenTable.Change)
    case event(EventbeeEvent)
    case message(Chat.Message)
    case object(ObjectsState.Change)
    case canillita(CanillitaState.Change)
    case album(AlbumState.Change)
  }

  var kind: Kind

  init(_ kind: Kind) { self.kind = kind }
}

extension BackendChange: Codable {
  /// Decodes a change that ``encode(to:)`` has encoded.
  public init(from decoder: any Decoder) throws { kind = try Kind(from: decoder) }

  /// Encodes the name of the table and the change.
  public func encode(to encoder: any Encoder) throws { try kind.encode(to: encoder) }
}

extension Backend.State {
  /// Whether changes are recorded for ``takeChanges()``. If it is `true`, the caller must take the changes regularly,
  /// or they accumulate.
  var keepsChanges: Bool {
    get { canillita.log.isKept }
    set {
      iddog.users.log.isKept = newValue
      iddog.sessions.log.isKept = newValue
      eventbee.users.log.isKept = newValue
      eventbee.sessions.log.isKept = newValue
      eventbee.eventLog.isKept = newValue
      eventbee.chat.log.isKept = newValue
      objects.log.isKept = newValue
      canillita.log.isKept = newValue
      album.log.isKept = newValue
    }
  }

  /// Returns and removes the changes since the last call, in an order in which they can be applied again. Connections
  /// are not included.
  /// - Complexity: O(changes).
  mutating func takeChanges() -> [BackendChange] {
    guard keepsChanges else { return [] }
    var kinds: [BackendChange.Kind] = iddog.users.log.take().map { .iddogUser($0) }
    kinds += iddog.sessions.log.take().map { .iddogSession($0) }
    kinds += eventbee.users.log.take().map { .user($0) }
    kinds += eventbee.sessions.log.take().map { .session($0) }
    kinds += eventbee.eventLog.take().map { .event($0) }
    kinds += eventbee.chat.log.take().map { .message($0) }
    kinds += objects.log.take().map { .object($0) }
    kinds += canillita.log.take().map { .canillita($0) }
    kinds += album.log.take().map { .album($0) }
    return kinds.map(BackendChange.init)
  }

  /// Applies a change from a journal. Returns an error message if the change is impossible; the state is then unusable.
  ///
  /// The method doesn't check that the state is consistent as a whole; see ``inconsistency``.
  ///
  /// - Complexity: That of the change.
  mutating func apply(_ change: BackendChange) -> String? {
    switch change.kind {
    case .iddogUser(let user): iddog.users.repeatPut(user)
    case .iddogSession(let change): iddog.sessions.apply(change)
    case .user(let user): eventbee.users.repeatPut(user)
    case .session(let change): eventbee.sessions.apply(change)
    case .event(let event): eventbee.repeatPut(event)
    case .message(let message): eventbee.chat.restore(message)
    case .object(let change): objects.apply(change)
    case .canillita(let change): canillita.apply(change)
    case .album(let change): album.apply(change)
    }
  }
}
