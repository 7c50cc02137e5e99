import ColmeiaStorage

/// An error in reading or writing the state of a back end. Changes that were kept earlier are not lost.
public enum BackendFileError: Error, Sendable, Equatable {
  /// An operation on one of the files failed.
  case file(FileError)
  /// The snapshot at this path is invalid.
  case data(String, BackendDataError)
  /// The journal at this path is invalid.
  case journal(String, BackendJournalError)
  /// Another back end has opened the file at this path.
  case inUse(String)
  /// There is a journal at this path, but no snapshot for it.
  case orphan(String)
  /// The snapshot at this path would have this number of bytes, which exceeds the limit for reading.
  case tooLarge(String, Int)
  /// After an earlier error, nothing more is written to the file at this path.
  case closed(String)
}

extension BackendFileError: CustomStringConvertible {
  /// A message with the file and the error that suggests what to do.
  public var description: String {
    switch self {
    case .file(let error): "\(error)"
    case .data(let path, let error): "\(path): \(error)"
    case .journal(let path, let error): "\(path): \(error)"
    case .inUse(let path): "\(path): another back end has this file open; stop it, or specify another file"
    case .orphan(let path):
      "\(path): the data that this journal continues is missing; restore it, or move the journal away and lose what "
        + "is in it"
    case .tooLarge(let path, let count):
      "\(path): the data would have \(count) bytes, but no more than \(BackendData.largest) can be read again; what "
        + "was stored before is unchanged"
    case .closed(let path): "\(path): nothing more is written after an error; restart the back end"
    }
  }
}
