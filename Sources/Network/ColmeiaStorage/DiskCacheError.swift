/// The reason why an entry could not be stored in a cache or removed from it.
public enum DiskCacheError: Error, Sendable, Hashable {
  /// A file could not be written or removed.
  case file(FileError)
  /// The entry alone exceeds the size limit of the whole cache, which is `limit` bytes.
  case tooLarge(limit: Int)
  /// The key has more than `limit` bytes.
  case keyTooLong(limit: Int)
  /// The validator has more than `limit` bytes.
  case validatorTooLong(limit: Int)
}

extension DiskCacheError: CustomStringConvertible {
  /// A description of the problem and how to solve it.
  public var description: String {
    switch self {
    case .file(let error): "\(error)"
    case .tooLarge(let limit): "An entry of more than \(limit) bytes is not stored. Raise the limit of the cache."
    case .keyTooLong(let limit): "An entry with a key of more than \(limit) bytes is not stored. Use a shorter one."
    case .validatorTooLong(let limit):
      "An entry with a validator of more than \(limit) bytes is not stored. Omit it."
    }
  }
}
