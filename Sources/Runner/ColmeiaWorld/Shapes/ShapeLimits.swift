import ColmeiaJSON

/// The least and the greatest value of an integer type.
package struct IntegerBounds: Sendable, Hashable {
  /// The least and the greatest value.
  package let (minimum, maximum): (JSONNumber, JSONNumber)

  package init<Value: FixedWidthInteger>(_ type: Value.Type) {
    (minimum, maximum) = (JSONNumber(Value.min), JSONNumber(Value.max))
  }
}

/// What a string type accepts.
package struct TextConstraint: Sendable, Hashable {
  /// What a value is.
  package var expected: String
  /// The regular expression of the values, or `nil` if it isn't known.
  package var pattern: String?
}
