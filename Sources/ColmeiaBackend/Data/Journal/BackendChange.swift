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
