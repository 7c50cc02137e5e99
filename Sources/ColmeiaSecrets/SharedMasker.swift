import ColmeiaHTTP
import ColmeiaJSON
import ColmeiaSync

/// A ``Masker`` that several outputs share. It can be used and updated on any thread.
public final class SharedMasker: Sendable {
  private let masker: Guarded<Masker>

  /// Creates a shared masker that begins with a copy of `masker`.
  public init(_ masker: Masker = Masker()) { self.masker = Guarded(masker) }

  /// Calls `change` with the masker while holding the lock.
  ///
  /// - Throws: The error that `change` throws.
  @discardableResult public func update<Result>(_ change: (inout Masker) throws -> Result) rethrows -> Result {
    try masker.withLock { try change(&$0) }
  }

  /// A masker with everything known so far.
  public var current: Masker {
    masker.withLock { masker in
      masker.prepare()
      return masker
    }
  }

  /// Returns the text with its secrets masked.
  public func callAsFunction(_ text: String) -> String { current(text) }
  /// Returns the JSON with its secrets masked.
  public func callAsFunction(_ json: JSON) -> JSON { current(json) }
}
