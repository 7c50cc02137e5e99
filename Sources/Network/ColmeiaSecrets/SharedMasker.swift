import ColmeiaBase

/// A ``Masker`` that several outputs share. It can be used and updated on any thread.
public final class SharedMasker: Sendable {
  private let masker: Guarded<Masker>
  private let learns: Bool

  /// Creates a shared masker that begins with a copy of `masker`.
  public convenience init(_ masker: Masker = Masker()) { self.init(masker, learns: true) }

  /// - Parameter learns: Whether it learns the secrets that pass through a network. A server for several people doesn't,
  ///   because a password may be a word that others use, too.
  package init(_ masker: Masker, learns: Bool) {
    self.masker = Guarded(masker)
    self.learns = learns
  }

  /// Calls `change`, which learns from what passes through a network.
  package func learn(_ change: (inout Masker) -> Void) { if learns { update(change) } }

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
}
