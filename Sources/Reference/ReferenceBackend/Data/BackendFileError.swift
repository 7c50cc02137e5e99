import ColmeiaStorage

/// An error in reading or writing the state of a back end. Earlier commits are not lost.
public enum BackendFileError: Error, Sendable, Equatable {
  /// An operation on one of the files failed.
  case file(FileError)
  /// The snapshot or the blob at this path is invalid.
  case data(String, BackendDataError)
  /// There is a journal at this path, which an older build has written.
  case journal(String)
  /// Another back end has opened the file at this path.
  case inUse(String)
  /// There is no snapshot at this path, although there are objects or photos of one.
  case noSnapshot(String)
  /// The snapshot at this path, or all its objects and photos, would have this number of bytes, which exceeds the limit
  /// for reading.
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
    case .journal(let path):
      "\(path): an older build has written this journal, and this build can't read it; use the build that wrote it, or "
        + "specify another file"
    case .inUse(let path): "\(path): another back end has this file open; stop it, or specify another file"
    case .noSnapshot(let path):
      "\(path): the data is missing, but its objects and photos are in \(path).blobs; restore it, or move them away"
    case .tooLarge(let path, let count):
      "\(path): the data would have \(count) bytes, but no more than \(BackendData.largest) can be read again; what "
        + "was stored before is unchanged"
    case .closed(let path): "\(path): nothing more is written after an error; restart the back end"
    }
  }
}
