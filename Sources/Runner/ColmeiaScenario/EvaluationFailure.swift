import ColmeiaJSON

/// The reason why a value could not be evaluated.
package struct EvaluationFailure: Error, Hashable, CustomStringConvertible {
  package var message: String
  package init(_ message: String) { self.message = message }
  package var description: String { message }
}

extension JSON {
  /// Returns the value, or throws an error that this JSON has the wrong kind if it is `nil`.
  package func needed<Value>(_ value: Value?, _ what: String, by name: String) throws(EvaluationFailure) -> Value {
    if let value { return value }
    throw EvaluationFailure("\(name) needs \(what), not \(kind)")
  }

  /// The value on one line, shortened if it is long. Secrets must be masked before.
  package var short: String { text().short }
}

extension String {
  /// The maximum number of characters of a value in a report.
  package static let shortLimit = 10_000

  /// The text, shortened if it is long. Secrets must be masked before, because a part of one would not be found.
  package var short: String {
    let count = count
    return count <= Self.shortLimit
      ? self : prefix(Self.shortLimit) + "… (\(count) characters; these are \(Self.shortLimit))"
  }
}
