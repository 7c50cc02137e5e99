/// An entry of a cache, with the metadata to determine whether it is still valid.
public struct CacheEntry: Sendable, Hashable {
  /// The content of the entry.
  public var bytes: [UInt8]
  /// When the entry was written or last confirmed, in seconds since 1970.
  public var written: Int
  /// The entity tag of the content (RFC 9110 §8.8.3), or `nil` if there is none.
  public var validator: String?

  /// Creates an entry that was written or confirmed at a time in seconds since 1970.
  public init(_ bytes: [UInt8], written: Int, validator: String? = nil) {
    self.bytes = bytes
    self.written = written
    self.validator = validator
  }

  /// Whether the entry is no older than `age` seconds. An entry with a date in the future, written before the clock was
  /// set back, has an unknown age and counts as old.
  ///
  /// - Parameters:
  ///   - age: The maximum age, in seconds.
  ///   - now: The current time, in seconds since 1970.
  public func isFresh(_ age: Int, now: Int) -> Bool { Self.isFresh(written, age, now: now) }

  static func isFresh(_ written: Int, _ age: Int, now: Int) -> Bool {
    let (passed, overflows) = now.subtractingReportingOverflow(written)
    return !overflows && passed >= 0 && passed <= age
  }
}

extension CacheEntry: CustomStringConvertible, CustomReflectable {
  /// The number of bytes and the date, without the content.
  public var description: String { "\(bytes.count) bytes, written at second \(written)" }
  /// A mirror that shows only what ``description`` shows.
  public var customMirror: Mirror { Mirror(self, children: ["entry": description]) }
}
