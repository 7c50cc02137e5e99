import ColmeiaHTTP
import ColmeiaJSON
import ColmeiaSync

/// A ``Masker`` that several outputs share. It can be used and taught from any thread.
public final class SharedMasker: Sendable {
  private struct Content {
    var masker: Masker
    /// What is being typed.
    var typed: String?
    /// What masks both, as long as nothing is learned.
    var snapshot: MaskerSnapshot?
  }

  private let content: Guarded<Content>

  /// Creates a shared masker that begins with a copy of `masker`.
  public init(_ masker: Masker = Masker()) { content = Guarded(Content(masker: masker)) }

  /// Calls `change` with the masker, under a lock.
  ///
  /// - Throws: What `change` throws.
  @discardableResult public func update<Result>(_ change: (inout Masker) throws -> Result) rethrows -> Result {
    try content.withLock { content in
      content.snapshot = nil
      return try change(&content.masker)
    }
  }

  /// Masks a text that is being typed: when it becomes longer or shorter, only what it is then is
  /// a secret. Else nobody called Carla could have a password that begins so.
  public func hide(typed text: String) {
    content.withLock { content in
      if let last = content.typed, !text.hasPrefix(last), !last.hasPrefix(text) { content.masker.hide(last) }
      content.typed = text
      content.snapshot = nil
    }
  }

  /// What is known by now.
  public var current: Masker { snapshot.masker }

  /// What is known by now; the same object until something is learned.
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

  /// The text without secrets.
  public func callAsFunction(_ text: String) -> String { current(text) }
  /// The JSON without secrets.
  public func callAsFunction(_ json: JSON) -> JSON { current(json) }
}

/// A masker that learns nothing more, and is not copied when it is handed on.
package final class MaskerSnapshot: Sendable {
  package let masker: Masker
  package init(_ masker: Masker = Masker()) { self.masker = masker }
}
