/// A note for the operator about files that could be read.
public enum BackendFileNote: Sendable, Equatable {
  /// The last line of the journal at this path is incomplete and was ignored.
  case torn(String, BackendJournal.Replay.Torn)
  /// The journal at this path is older than the snapshot, which contains all its changes. The journal was removed.
  case leftOver(String)
}

extension BackendFileNote: CustomStringConvertible {
  /// A message that describes the finding and its consequence.
  public var description: String {
    switch self {
    case .torn(let path, let torn):
      if let lost = torn.lost {
        "\(path): line \(torn.line) is damaged (\(torn.bytes) bytes) and is skipped; its content may have been "
          + "confirmed: \(lost)"
      } else {
        "\(path): line \(torn.line) is incomplete (\(torn.bytes) bytes) and is skipped; its changes were not confirmed"
      }
    case .leftOver(let path): "\(path): the data contains everything in this older journal, which is removed"
    }
  }
}
