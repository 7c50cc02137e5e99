import ColmeiaHTTP
import ColmeiaJSON
import ColmeiaSync

/// A ``Masker`` that several outputs share. It can be used and updated on any thread.
public final class SharedMasker: Sendable {
  private struct Content {
    var masker: Masker
    /// The current text of a secret that is being typed.
    var typed: String?
    /// A masker that also knows the typed text. It is reset by every change.
    var snapshot: MaskerSnapshot?
  }

  private let content: Guarded<Content>

  /// Creates a shared masker that begins with a copy of `masker`.
  public init(_ masker: Masker = Masker()) { content = Guarded(Content(masker: masker)) }

  /// Calls `change` with the masker while holding the lock.
  ///
  /// - Throws: The error that `change` throws.
  @discardableResult public func update<Result>(_ change: (inout Masker) throws -> Result) rethrows -> Result {
    try content.withLock { content in
      content.snapshot = nil
      return try change(&content.masker)
    }
  }

  /// Masks a secret that is being typed. As long as the text only grows or shrinks, only its latest version is a
  /// secret. Otherwise the name Carla could not be shown after a password beginning with "Carla" was typed.
  ///
  /// - Parameter text: The current text.
  public func hide(typed text: String) {
    content.withLock { content in
      if let last = content.typed, !text.hasPrefix(last), !last.hasPrefix(text) { content.masker.hide(last) }
      content.typed = text
      content.snapshot = nil
    }
  }

  /// A masker with everything known so far.
  public var current: Masker { snapshot.masker }

  /// A masker with everything known so far. The same object is returned until something is learned.
  package var snapshot: MaskerSnapshot {
    content.withLock { content in
      if let snapshot = content.snapshot { return snapshot }
      content.masker.prepare()
      var both = content.masker
      if let typed = content.typed { both.hide(typed) }
      both.prepare()
      let snapshot = MaskerSnapshot(both)
      content.snapshot = snapshot
      return snapshot
    }
  }

  /// Returns the text with its secrets masked.
  public func callAsFunction(_ text: String) -> String { current(text) }
  /// Returns the JSON with its secrets masked.
  public func callAsFunction(_ json: JSON) -> JSON { current(json) }
}

/// An immutable masker that is passed on by reference, without copying.
package final class MaskerSnapshot: Sendable {
  package let masker: Masker
  package init(_ masker: Masker = Masker()) { self.masker = masker }
}
