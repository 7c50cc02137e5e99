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

  /// The value on one line, shortened if it is long.
  package var short: String {
    let text = text()
    return text.count <= 200 ? text : text.prefix(200) + "… (\(text.count) characters)"
  }
}
