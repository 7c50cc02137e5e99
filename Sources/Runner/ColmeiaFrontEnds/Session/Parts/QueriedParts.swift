import ColmeiaBase
import ColmeiaJSON
import ColmeiaScenario

/// The state or the screen of a store, which scenarios query. A query encodes only what it asks for, and only what has
/// changed in it since the last query of it.
package final class QueriedParts: Sendable {
  private let name: String
  private let parts: Guarded<StateParts>

  /// - Parameters:
  ///   - name: What is queried, as error messages name it.
  ///   - equality: What makes two elements of a list the same.
  package init(_ name: String, _ equality: PartEquality = .bytes) {
    self.name = name
    parts = Guarded(StateParts(equality, nil))
  }

  /// The reason why the latest state or screen can't be encoded, or `nil` if it can.
  package var problem: String? { parts.withLock { $0.problem }.map { "the \(name) can't be encoded: \($0)" } }

  /// Returns the value at a path, or `nil` if there is none, or if it can't be encoded.
  package func value(at path: QueryPath, in whole: some Encodable) -> JSON? {
    parts.withLock { $0.value(at: path, in: whole) }
  }
}
