import ColmeiaStorage

/// The reason why a document isn't a valid state of a back end.
public enum BackendDataError: Error, Sendable, Equatable {
  /// The document isn't JSON. The text says where and why.
  case notJSON(String)
  /// The document is JSON, but not a back end's data.
  case otherFormat
  /// The document has a version that this build doesn't support.
  case otherVersion(Int)
  /// The document contains invalid data. The text says where and what.
  case damaged(String)
  /// The checksum is wrong: the document was changed after it was written.
  case changed
  /// The file of an object or a photo can't be read.
  case blob(FileError)
  /// The file of an object or a photo with this digest has another digest.
  case changedBlob(String)
  /// The state couldn't be encoded. The text says why.
  case notWritten(String)
}

extension BackendDataError: CustomStringConvertible {
  private static var restoring: String {
    "restore the file from a copy, or delete what names it and the checksum from the data"
  }

  /// A message that describes the error and suggests what to do.
  public var description: String {
    switch self {
    case .notJSON(let reason):
      "the data is not JSON: \(reason); restore a copy, or start with a new file"
    case .otherFormat:
      "the data is JSON, but not a back end's; specify the file that the back end has written"
    case .otherVersion(let version):
      "the data has version \(version), this build reads version \(BackendData.version); use the build that wrote it"
    case .damaged(let reason):
      "the data is damaged: \(reason); restore a copy, correct it there, or start with a new file"
    case .changed:
      "the data is not what was written: its checksum is wrong; restore a copy, or, if you have changed it yourself, "
        + "delete the checksum"
    case .blob(let error): "an object or a photo can't be read: \(error); \(Self.restoring)"
    case .changedBlob: "this file of an object or a photo is not what was written; \(Self.restoring)"
    case .notWritten(let reason):
      "the data could not be written: \(reason); please report this"
    }
  }
}
