/// Why a journal cannot be read. Nothing of it is used then, and it stays as it is.
public enum BackendJournalError: Error, Sendable, Equatable {
  /// It is no journal.
  case otherFormat
  /// It is a journal of a version that this build does not read.
  case otherVersion(Int)
  /// It goes on from a later snapshot than the one that there is.
  case newer(Int, snapshot: Int)
  /// A line is not as it was written; which, from 1, and why.
  case damaged(line: Int, String)
}

extension BackendJournalError: CustomStringConvertible {
  /// What happened, and what to do about it.
  public var description: String {
    switch self {
    case .otherFormat: "this is no journal of a back end; move it away"
    case .otherVersion(let version):
      "the journal has version \(version), this build reads version \(BackendJournal.version); use the build that wrote it"
    case .newer(let generation, let snapshot):
      "the journal goes on from generation \(generation) of the data, and the data is of generation \(snapshot); "
        + "put back the data that belongs to it, or move the journal away and lose what is in it"
    case .damaged(let line, let reason):
      "line \(line) of the journal is damaged: \(reason); put back a copy of data and journal, or take this line and all "
        + "behind it away and lose what is in them"
    }
  }
}
