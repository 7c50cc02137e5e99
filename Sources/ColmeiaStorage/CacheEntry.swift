/// Something that a cache keeps, with what is needed to ask whether it is still good.
public struct CacheEntry: Sendable, Hashable {
  /// The content of the entry.
  public var bytes: [UInt8]
  /// When it was written, or last confirmed, in seconds since 1970.
  public var written: Int
  /// The entity tag that came with it (RFC 9110 §8.8.3).
  public var validator: String?

  /// An entry.
  public init(_ bytes: [UInt8], written: Int, validator: String? = nil) {
    self.bytes = bytes
    self.written = written
    self.validator = validator
  }

  /// Whether it is no older than `age` seconds. One from the future, written by a clock that has been put back since, has
  /// no age that could be known, and counts as old.
  ///
  /// - Parameters:
  ///   - age: The greatest age, in seconds.
  ///   - now: Seconds since 1970.
  public func isYoung(_ age: Int, now: Int) -> Bool { Self.isYoung(written, age, now: now) }

  static func isYoung(_ written: Int, _ age: Int, now: Int) -> Bool {
    let (passed, overflows) = now.subtractingReportingOverflow(written)
    return !overflows && passed >= 0 && passed <= age
  }
}

extension CacheEntry: CustomStringConvertible, CustomReflectable {
  /// How many bytes; never which.
  public var description: String { "\(bytes.count) bytes of second \(written)" }
  /// What ``description`` shows, and no more.
  public var customMirror: Mirror { Mirror(self, children: ["entry": description]) }
}
