import ColmeiaJSON
import ColmeiaSync

/// The state of a store as it was last queried. A query encodes only what has changed since.
final class QueriedState: Sendable {
  private let parts = Guarded(StateParts())

  /// Returns the value at a path, or `nil` if there is none.
  func value(at path: QueryPath, in state: some Encodable) -> JSON? {
    parts.withLock { $0.update(state, nil) == nil ? nil : $0.value(at: path) }
  }
}
