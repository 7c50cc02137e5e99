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
  /// The value of `key`, if this is an object that has it.
  public subscript(_ key: String) -> JSON? {
    if case .object(let object) = self { object[key] } else { nil }
  }

  /// The element at `index`, if this is an array that has it; a negative index counts from the end.
  public subscript(_ index: Int) -> JSON? {
    guard case .array(let elements) = self else { return nil }
    let place = index < 0 ? elements.count + index : index
    return elements.indices.contains(place) ? elements[place] : nil
  }

  /// What stands at `path`, if anything does.
  ///
  /// - Complexity: O(steps).
  public subscript(_ path: JSONPath) -> JSON? {
    var value = self
    for step in path.steps {
      let next: JSON? =
        switch step {
        case .key(let key): value[key]
        case .index(let index): value[index]
        }
      guard let next else { return nil }
      value = next
    }
    return value
  }

  /// The text, if this is a string.
  public var string: String? { if case .string(let text) = self { text } else { nil } }
  /// The integer, if this is a number that is one, and fits.
  public var int: Int? { if case .number(let number) = self { number.int } else { nil } }
  /// The nearest floating-point number, if this is a number.
  public var double: Double? { if case .number(let number) = self { number.double } else { nil } }
  /// The truth value, if this is one.
  public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
  /// The elements, if this is an array.
  public var array: [JSON]? { if case .array(let elements) = self { elements } else { nil } }
  /// The object, if this is one.
  public var object: JSONObject? { if case .object(let object) = self { object } else { nil } }

  /// What kind of value this is, for messages: `a string`.
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

// There is no `nil` literal: `condition ? value : nil` as a `JSON?` would be `null` where nothing is meant.
extension JSON: ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// `true` or `false`.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// An integer.
  public init(integerLiteral value: Int) { self = .number(JSONNumber(value)) }
  /// A number.
  public init(floatLiteral value: Double) { self = JSONNumber(value).map(JSON.number) ?? .null }
  /// A string.
  public init(stringLiteral value: String) { self = .string(value) }
  /// An array.
  public init(arrayLiteral elements: JSON...) { self = .array(elements) }
  /// An object; of two equal keys the later one wins.
  public init(dictionaryLiteral elements: (String, JSON)...) {
    var object = JSONObject()
    for (key, value) in elements { object[key] = value }
    self = .object(object)
  }
}

extension JSON: CustomStringConvertible {
  /// The value as compact JSON.
  public var description: String { text() }
}
