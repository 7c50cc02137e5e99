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
        "\(path): line \(torn.line) is damaged (\(torn.bytes) bytes) and is left out; what it holds may have been answered: "
          + lost
      } else {
        "\(path): line \(torn.line) was not written to its end (\(torn.bytes) bytes) and is left out; nobody was told that "
          + "it was kept"
      }
    case .leftOver(let path): "\(path): the data has all that is in this older journal, which is removed"
    }
  }
}
