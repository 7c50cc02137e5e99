/// The way down from the top of a document: keys, and indices of arrays from 0.
///
/// As a text its steps are separated by dots: `pizzas.0.name`; the empty text is the top. As an array each element is one
/// step, so that keys with dots in them are reached: `["a.b", "0"]`.
public struct MappingPath: Sendable, Hashable, ExpressibleByStringLiteral, ExpressibleByArrayLiteral {
  /// Keys, and indices of arrays, from the top down.
  public var steps: [String]

  /// Creates a path from its steps.
  public init(steps: [String]) { self.steps = steps }

  /// The steps of a text.
  public init(_ text: String) {
    steps = text.isEmpty ? [] : text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
  }

  /// The steps of a text.
  public init(stringLiteral value: String) { self.init(value) }
  /// Creates a path from its steps.
  public init(arrayLiteral elements: String...) { steps = elements }
}

/// Why a value could not be made of JSON. It names kinds of values and keys, and quotes no value.
public struct MappingError: Error, Sendable, Hashable {
  /// The steps from the top to where it went wrong.
  public var path: [String]
  /// What should be there.
  public var expected: String
  /// The kind of value that is there.
  public var found: String

  /// Creates a path from its steps.
  public init(path: [String], expected: String, found: String) {
    self.path = path
    self.expected = expected
    self.found = found
  }
}

extension MappingError: CustomStringConvertible {
  /// `pizzas.0.size: an integer is needed, not a text that is none`; of the top without a place.
  public var description: String {
    (path.isEmpty ? "" : path.joined(separator: ".") + ": ") + "\(expected) is needed, not \(found)"
  }
}
