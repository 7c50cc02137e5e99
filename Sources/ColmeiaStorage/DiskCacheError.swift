/// Why something could not be kept in a cache, or not be removed from it.
public enum DiskCacheError: Error, Sendable, Hashable {
  /// A file could not be written or removed.
  case file(FileError)
  /// The entry alone has more bytes than the whole cache may.
  case tooLarge(limit: Int)
  /// The key has more than so many bytes.
  case keyTooLong(limit: Int)
  /// The validator has more than so many bytes.
  case validatorTooLong(limit: Int)
}

extension DiskCacheError: CustomStringConvertible {
  /// What happened, and what to do.
  public var description: String {
    switch self {
    case .file(let error): "\(error)"
    case .tooLarge(let limit): "An entry of more than \(limit) bytes is not kept. Raise the limit of the cache."
    case .keyTooLong(let limit): "An entry with a key of more than \(limit) bytes is not kept. Use a shorter one."
    case .validatorTooLong(let limit):
      "An entry with a validator of more than \(limit) bytes is not kept. Leave it out."
    }
  }
}
