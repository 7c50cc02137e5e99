/// Why a document is not the state of a back end.
public enum BackendDataError: Error, Sendable, Equatable {
  /// It is not JSON; where not, and why.
  case notJSON(String)
  /// It is JSON, but not a back end's data.
  case otherFormat
  /// It is data of a version that this build does not read.
  case otherVersion(Int)
  /// It says it is a back end's data, but holds what cannot be; where, and what.
  case damaged(String)
  /// It is not what was written.
  case changed
  /// The state could not be written; why.
  case notWritten(String)
}

extension BackendDataError: CustomStringConvertible {
  /// What happened, and what to do about it.
  public var description: String {
    switch self {
    case .notJSON(let reason):
      "the data is not JSON: \(reason); put back a copy, or begin with a new file"
    case .otherFormat:
      "the data is JSON, but not a back end's; name the file that the back end has written"
    case .otherVersion(let version):
      "the data has version \(version), this build reads version \(BackendData.version); use the build that wrote it"
    case .damaged(let reason):
      "the data is damaged: \(reason); put back a copy, correct it there, or begin with a new file"
    case .changed:
      "the data is not what was written: its checksum is wrong; put back a copy, or, if you have changed it yourself, take "
        + "the line with the checksum away"
    case .notWritten(let reason):
      "the data could not be written: \(reason); please report this"
    }
  }
}
