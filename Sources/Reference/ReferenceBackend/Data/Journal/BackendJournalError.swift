/// The reason why a journal can't be read. No part of it is then used, and the file is not changed.
public enum BackendJournalError: Error, Sendable, Equatable {
  /// The text isn't a journal.
  case otherFormat
  /// The journal has a version that this build doesn't support.
  case otherVersion(Int)
  /// The journal continues a later snapshot than the existing one.
  case newer(Int, snapshot: Int)
  /// A line is damaged. The number starts at 1, and the text says why.
  case damaged(line: Int, String)
}

extension BackendJournalError: CustomStringConvertible {
  /// A message that describes the error and suggests what to do.
  public var description: String {
    switch self {
    case .otherFormat: "this is not a journal of a back end; move it away"
    case .otherVersion(let version):
      "the journal has version \(version), this build reads version \(BackendJournal.version); use the build that wrote it"
    case .newer(let generation, let snapshot):
      "the journal continues generation \(generation) of the data, but the data has generation \(snapshot); "
        + "restore the data that belongs to it, or move the journal away and lose what is in it"
    case .damaged(let line, let reason):
      "line \(line) of the journal is damaged: \(reason); restore a copy of data and journal, or delete this line and "
        + "all after it and lose what is in them"
    }
  }
}
