/// A path from the root of a document: keys, and zero-based indices of arrays.
///
/// In a string literal, dots separate the steps: `pizzas.0.name`. The empty string is the root. In an array literal,
/// each element is one step, so keys can contain dots: `["a.b", "0"]`.
public struct MappingPath: Sendable, Hashable, ExpressibleByStringLiteral, ExpressibleByArrayLiteral {
  /// The keys and array indices, from the root.
  public var steps: [String]

  /// Creates a path from a dotted string.
  public init(_ text: String) {
    steps = text.isEmpty ? [] : text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
  }

  /// Creates a path from a dotted string.
  public init(stringLiteral value: String) { self.init(value) }
  /// Creates a path from its steps.
  public init(arrayLiteral elements: String...) { steps = elements }
}

/// The reason why a value could not be created from JSON. It names keys and kinds of values but quotes no value.
public struct MappingError: Error, Sendable, Hashable {
  /// The path to the JSON that could not be converted.
  public var path: [String]
  /// The expected kind of value.
  public var expected: String
  /// The kind of value that was found.
  public var found: String

  /// Creates an error.
  public init(path: [String], expected: String, found: String) {
    self.path = path
    self.expected = expected
    self.found = found
  }
}

extension MappingError: CustomStringConvertible {
  /// The error as text, such as `pizzas.0.size: expected an integer, not a string that is not an integer`. The root has
  /// no path.
  public var description: String {
    (path.isEmpty ? "" : path.joined(separator: ".") + ": ") + "expected \(expected), not \(found)"
  }
}
