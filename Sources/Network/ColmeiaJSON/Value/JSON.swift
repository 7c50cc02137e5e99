/// A JSON value (RFC 8259). Objects keep the order of their keys, and numbers keep every digit.
public enum JSON: Sendable {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A number.
  case number(JSONNumber)
  /// A string.
  case string(String)
  /// An array.
  case array([JSON])
  /// An object.
  case object(JSONObject)
}

extension JSON {
  /// The value of a key, or `nil` if this is not an object with that key.
  public subscript(_ key: String) -> JSON? {
    if case .object(let object) = self { object[key] } else { nil }
  }

  /// The element at an index, or `nil` if this is not an array with that index. A negative index counts from the end.
  public subscript(_ index: Int) -> JSON? {
    guard case .array(let elements) = self else { return nil }
    let position = index < 0 ? elements.count + index : index
    return elements.indices.contains(position) ? elements[position] : nil
  }

  /// The string, or `nil` if this is not a string.
  public var string: String? { if case .string(let text) = self { text } else { nil } }
  /// The integer, or `nil` if this is not a number with an integer value that fits in `Int`.
  public var int: Int? { if case .number(let number) = self { number.int } else { nil } }
  /// The nearest floating-point number, or `nil` if this is not a number.
  public var double: Double? { if case .number(let number) = self { number.double } else { nil } }
  /// The Boolean value, or `nil` if this is neither `true` nor `false`.
  public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
  /// The elements, or `nil` if this is not an array.
  public var array: [JSON]? { if case .array(let elements) = self { elements } else { nil } }
  /// The object, or `nil` if this is not an object.
  public var object: JSONObject? { if case .object(let object) = self { object } else { nil } }

  /// The kind of value with its article, for use in messages, such as `a string`.
  public var kind: String {
    switch self {
    case .null: "null"
    case .bool: "true or false"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}

// There is no `nil` literal, because `condition ? value : nil` as a `JSON?` would then be `null` instead of no value.
extension JSON: ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// Creates `true` or `false`.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// Creates a number from an integer literal.
  public init(integerLiteral value: Int) { self = .number(JSONNumber(value)) }
  /// Creates a number from a floating-point literal.
  public init(floatLiteral value: Double) { self = JSONNumber(value).map(JSON.number) ?? .null }
  /// Creates a string.
  public init(stringLiteral value: String) { self = .string(value) }
  /// Creates an array.
  public init(arrayLiteral elements: JSON...) { self = .array(elements) }
  /// Creates an object. If a key occurs more than once, the last value is used.
  public init(dictionaryLiteral elements: (String, JSON)...) {
    var object = JSONObject(capacity: elements.count)
    for (key, value) in elements { object[key] = value }
    self = .object(object)
  }
}

extension JSON: CustomStringConvertible {
  /// The value as compact JSON.
  public var description: String { text() }
}
