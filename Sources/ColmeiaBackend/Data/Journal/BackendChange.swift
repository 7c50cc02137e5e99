/// One thing that has changed in a ``Backend/State``: what a journal holds, so that it can be done again.
///
/// It says what became of a table, not what was asked: neither a password nor a token is in it, only what recognises them.
public struct BackendChange: Sendable, Equatable {
  /// One case a table.
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
  /// Reads what ``encode(to:)`` writes.
  public init(from decoder: any Decoder) throws { kind = try Kind(from: decoder) }

  /// Writes the table's name with what was done.
  public func encode(to encoder: any Encoder) throws { try kind.encode(to: encoder) }
}
