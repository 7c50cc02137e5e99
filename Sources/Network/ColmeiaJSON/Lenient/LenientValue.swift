/// A type that a ``Mapper`` can create from JSON.
public protocol LenientValue {
  /// Creates the value that the JSON represents, converting between types if necessary.
  ///
  /// - Throws: ``MappingError`` if the JSON doesn't represent such a value.
  init(lenient mapper: Mapper) throws(MappingError)
  /// Creates the value from JSON of exactly the right type, as in an array. By default, this is the same as the lenient
  /// conversion.
  ///
  /// - Throws: ``MappingError`` if the JSON is not such a value.
  init(exact mapper: Mapper) throws(MappingError)
}

extension LenientValue {
  /// Creates the value with the lenient conversion.
  public init(exact mapper: Mapper) throws(MappingError) { try self.init(lenient: mapper) }
}

extension JSON: LenientValue {
  /// Returns the JSON value itself, including `null`.
  public init(lenient mapper: Mapper) throws(MappingError) { self = mapper.json }
}

extension String: LenientValue {
  /// Creates a string from a JSON string, or from the JSON text of any other value except `null`.
  public init(lenient mapper: Mapper) throws(MappingError) {
    switch mapper.json {
    case .string(let text): self = text
    case .null: throw mapper.error("a string", "null")
    case .bool, .number, .array, .object: self = mapper.json.text()
    }
  }

  /// Creates a string from a JSON string.
  public init(exact mapper: Mapper) throws(MappingError) {
    guard case .string(let text) = mapper.json else { throw mapper.error("a string", mapper.json.kind) }
    self = text
  }
}

extension Bool: LenientValue {
  /// Creates a Boolean value from `true` or `false`, from a number, which is true if it is greater than 0, or from the
  /// string `true`, `1`, `false` or `0`, ignoring case.
  public init(lenient mapper: Mapper) throws(MappingError) {
    switch mapper.json {
    case .bool(let value): self = value
    case .number(let number): self = number > JSONNumber(0)
    case .string(let text):
      switch text.lowercased() {
      case "true", "1": self = true
      case "false", "0": self = false
      default: throw mapper.error("true or false", "a string that is neither")
      }
    case .null, .array, .object: throw mapper.error("true or false", mapper.json.kind)
    }
  }

  /// Creates a Boolean value from `true` or `false`.
  public init(exact mapper: Mapper) throws(MappingError) {
    guard case .bool(let value) = mapper.json else { throw mapper.error("true or false", mapper.json.kind) }
    self = value
  }
}

extension Int: LenientValue {
  /// Creates an integer from a number, whose fraction is discarded, or from the string of an integer.
  public init(lenient mapper: Mapper) throws(MappingError) {
    switch mapper.json {
    case .number(let number):
      guard let value = number.truncated else {
        throw mapper.error("an integer", "a number that is too large")
      }
      self = value
    case .string(let text):
      guard let value = Int(text) else { throw mapper.error("an integer", "a string that is not an integer") }
      self = value
    case .null, .bool, .array, .object: throw mapper.error("an integer", mapper.json.kind)
    }
  }

  /// Creates an integer from a number with an integer value.
  public init(exact mapper: Mapper) throws(MappingError) {
    guard let value = mapper.json.int else {
      let isNumber = mapper.json.double != nil
      throw mapper.error("an integer", isNumber ? "another number" : mapper.json.kind)
    }
    self = value
  }
}

extension Double: LenientValue {
  /// Creates a number from a JSON number or the string of one. Numbers that are too large are refused.
  public init(lenient mapper: Mapper) throws(MappingError) {
    switch mapper.json {
    case .string(let text):
      guard let value = Self.number(text) else { throw mapper.error("a number", "a string that is not a number") }
      self = value
    case .null, .bool, .number, .array, .object: self = try Self(exact: mapper)
    }
  }

  /// Creates a number from a JSON number.
  public init(exact mapper: Mapper) throws(MappingError) {
    guard case .number(let number) = mapper.json else { throw mapper.error("a number", mapper.json.kind) }
    guard number.double.isFinite else { throw mapper.error("a number", "one that is too large") }
    self = number.double
  }

  /// Accepts only decimal notation: neither `0x1p3` nor `inf` nor `nan`.
  private static func number(_ text: String) -> Double? {
    guard text.utf8.allSatisfy({ (48...57).contains($0) || "+-.eE".utf8.contains($0) }), let value = Double(text),
      value.isFinite
    else { return nil }
    return value
  }
}

extension Float: LenientValue {
  /// Creates a number like `Double`, rounded. Numbers that are too large are refused.
  public init(lenient mapper: Mapper) throws(MappingError) { try self.init(Double(lenient: mapper), mapper) }
  /// Creates a number from a JSON number, rounded.
  public init(exact mapper: Mapper) throws(MappingError) { try self.init(Double(exact: mapper), mapper) }

  private init(_ value: Double, _ mapper: Mapper) throws(MappingError) {
    self = Float(value)
    if !isFinite { throw mapper.error("a number", "one that is too large") }
  }
}

/// The raw value must have exactly the raw type: `"1"` is not a raw value of an enum of integers.
extension LenientValue where Self: RawRepresentable, RawValue: LenientValue {
  /// Creates the value with the raw value that the JSON contains.
  public init(lenient mapper: Mapper) throws(MappingError) {
    guard let value = Self(rawValue: try RawValue(exact: mapper)) else {
      throw mapper.error("a known value", "an unknown one")
    }
    self = value
  }
}

extension Array: LenientValue where Element: LenientValue {
  /// Creates an array from a JSON array whose elements all have exactly the right type.
  public init(lenient mapper: Mapper) throws(MappingError) {
    guard case .array(let elements) = mapper.json else { throw mapper.error("an array", mapper.json.kind) }
    self = []
    reserveCapacity(elements.count)
    for (index, element) in elements.enumerated() { append(try Element(exact: mapper.element(index, element))) }
  }
}

extension Dictionary: LenientValue where Key == String, Value: LenientValue {
  /// Creates a dictionary from a JSON object whose values all have exactly the right type.
  public init(lenient mapper: Mapper) throws(MappingError) {
    guard case .object(let object) = mapper.json else { throw mapper.error("an object", mapper.json.kind) }
    self = [:]
    for member in object { self[member.key] = try Value(exact: mapper.member(member.key, member.value)) }
  }
}

extension Optional: LenientValue where Wrapped: LenientValue {
  /// Creates `nil` from `null`, or a value.
  public init(lenient mapper: Mapper) throws(MappingError) {
    if case .null = mapper.json { self = nil } else { self = try Wrapped(lenient: mapper) }
  }

  /// Creates `nil` from `null`, or a value of exactly the right type.
  public init(exact mapper: Mapper) throws(MappingError) {
    if case .null = mapper.json { self = nil } else { self = try Wrapped(exact: mapper) }
  }
}
