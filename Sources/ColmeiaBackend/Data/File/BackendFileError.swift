import ColmeiaStorage

/// Why the state of a back end cannot be read or kept. Nothing that was kept is lost by it.
public enum BackendFileError: Error, Sendable, Equatable {
  /// Something could not be done with one of the files.
  case file(FileError)
  /// The snapshot at this path cannot be used.
  case data(String, BackendDataError)
  /// The journal at this path cannot be used.
  case journal(String, BackendJournalError)
  /// Another back end has the file at this path open.
  case inUse(String)
  /// There is a journal at this path, and no snapshot that it goes on from.
  case orphan(String)
  /// The snapshot at this path would have so many bytes, and could not be read again.
  case tooLarge(String, Int)
  /// An error came before, so nothing more is written to the file at this path.
  case closed(String)
}

extension BackendFileError: CustomStringConvertible {
  /// What happened, to which file, and what to do.
  public var description: String {
    switch self {
    case .file(let error): "\(error)"
    case .data(let path, let error): "\(path): \(error)"
    case .journal(let path, let error): "\(path): \(error)"
    case .inUse(let path): "\(path): another back end has this file open; end it, or name another file"
    case .orphan(let path):
      "\(path): the data is missing that this journal goes on from; put it back, or move the journal away and lose what "
        + "is in it"
    case .tooLarge(let path, let count):
      "\(path): the data would have \(count) bytes, and no more than \(BackendData.largest) can be read again; what was "
        + "kept before is still there"
    case .closed(let path): "\(path): nothing more is written after an error; start again"
    }
  }
}
