import ColmeiaHTTP
import ColmeiaJSON
import ColmeiaSync

/// A ``Masker`` for several outputs and whoever learns for them, on any thread.
public final class SharedMasker: Sendable {
  private let content: Guarded<Masker>

  /// Shares a masker.
  public init(_ masker: Masker = Masker()) { content = Guarded(masker) }

  /// Learns, or hides.
  @discardableResult public func update<Result>(_ change: (inout Masker) throws -> Result) rethrows -> Result {
    try content.withLock { try change(&$0) }
  }

  /// What is known by now.
  public var current: Masker {
    content.withLock { masker in
      masker.settle()
      return masker
    }
  }

  /// The text without secrets.
  public func callAsFunction(_ text: String) -> String { current(text) }
  /// The JSON without secrets.
  public func callAsFunction(_ json: JSON) -> JSON { current(json) }
}
