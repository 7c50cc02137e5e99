/// What a ``Mapper`` can make of JSON.
public protocol LenientValue {
  /// The value that JSON means.
  ///
  /// - Throws: ``MappingError`` for JSON that cannot mean such a value.
  init(lenient mapper: Mapper) throws(MappingError)
  /// The value that JSON is, and not only means, as in an array. The same as the other, where that knows no leniency.
  ///
  /// - Throws: ``MappingError`` for JSON that is not such a value.
  init(exact mapper: Mapper) throws(MappingError)
}

extension LenientValue {
  /// The value that JSON means.
  public init(exact mapper: Mapper) throws(MappingError) { try self.init(lenient: mapper) }
}

extension JSON: LenientValue {
  /// The JSON itself, `null` too.
  public init(lenient mapper: Mapper) throws(MappingError) { self = mapper.json }
}

extension String: LenientValue {
  /// A text, or the text of anything but `null`.
  public init(lenient mapper: Mapper) throws(MappingError) {
    switch mapper.json {
    case .string(let text): self = text
    case .null: throw mapper.error("a text", "null")
    case .bool, .number, .array, .object: self = mapper.json.text()
    }
  }

  /// A text.
  public init(exact mapper: Mapper) throws(MappingError) {
    guard case .string(let text) = mapper.json else { throw mapper.error("a text", mapper.json.kind) }
    self = text
  }
}

extension Bool: LenientValue {
  /// A truth value; a number, which is true above 0; `true`, `1`, `false` or `0` as a text in any case.
  public init(lenient mapper: Mapper) throws(MappingError) {
    switch mapper.json {
    case .bool(let value): self = value
    case .number(let number): self = number > JSONNumber(0)
    case .string(let text):
      switch text.lowercased() {
      case "true", "1": self = true
      case "false", "0": self = false
      default: throw mapper.error("true or false", "a text that is neither")
      }
    case .null, .array, .object: throw mapper.error("true or false", mapper.json.kind)
    }
  }

  /// A truth value.
  public init(exact mapper: Mapper) throws(MappingError) {
    guard case .bool(let value) = mapper.json else { throw mapper.error("true or false", mapper.json.kind) }
    self = value
  }
}

extension Int: LenientValue {
  /// An integer; a number, without what is behind its point; the text of an integer.
  public init(lenient mapper: Mapper) throws(MappingError) {
    switch mapper.json {
    case .number(let number):
      guard let value = number.int ?? Int(exactly: number.double.rounded(.towardZero)) else {
        throw mapper.error("an integer", "a number that is too large")
      }
      self = value
    case .string(let text):
      guard let value = Int(text) else { throw mapper.error("an integer", "a text that is none") }
      self = value
    case .null, .bool, .array, .object: throw mapper.error("an integer", mapper.json.kind)
    }
  }

  /// A number that is an integer.
  public init(exact mapper: Mapper) throws(MappingError) {
    guard let value = mapper.json.int else {
      let isNumber = mapper.json.double != nil
      throw mapper.error("an integer", isNumber ? "another number" : mapper.json.kind)
    }
    self = value
  }
}

extension Double: LenientValue {
  /// A number, or the text of one. One that is too large is none.
  public init(lenient mapper: Mapper) throws(MappingError) {
    switch mapper.json {
    case .string(let text):
      guard let value = Self.number(text) else { throw mapper.error("a number", "a text that is none") }
      self = value
    case .null, .bool, .number, .array, .object: self = try Self(exact: mapper)
    }
  }

  /// A number.
  public init(exact mapper: Mapper) throws(MappingError) {
    guard case .number(let number) = mapper.json else { throw mapper.error("a number", mapper.json.kind) }
    guard number.double.isFinite else { throw mapper.error("a number", "one that is too large") }
    self = number.double
  }

  /// Decimal digits only: neither `0x1p3` nor `inf` nor `nan`.
  private static func number(_ text: String) -> Double? {
    guard text.utf8.allSatisfy({ (48...57).contains($0) || "+-.eE".utf8.contains($0) }), let value = Double(text),
      value.isFinite
    else { return nil }
    return value
  }
}

extension Float: LenientValue {
  /// As a `Double`, rounded; one that is too large is none.
  public init(lenient mapper: Mapper) throws(MappingError) { try self.init(Double(lenient: mapper), mapper) }
  /// A number, rounded.
  public init(exact mapper: Mapper) throws(MappingError) { try self.init(Double(exact: mapper), mapper) }

  private init(_ value: Double, _ mapper: Mapper) throws(MappingError) {
    self = Float(value)
    if !isFinite { throw mapper.error("a number", "one that is too large") }
  }
}

/// Only what has exactly the raw type: `"1"` is no raw value of an enum of integers.
extension LenientValue where Self: RawRepresentable, RawValue: LenientValue {
  /// The value of a raw value.
  public init(lenient mapper: Mapper) throws(MappingError) {
    guard let value = Self(rawValue: try RawValue(exact: mapper)) else {
      throw mapper.error("a known value", "an unknown one")
    }
    self = value
  }
}

extension Array: LenientValue where Element: LenientValue {
  /// An array, all of whose elements are exactly such values.
  public init(lenient mapper: Mapper) throws(MappingError) {
    guard case .array(let elements) = mapper.json else { throw mapper.error("an array", mapper.json.kind) }
    self = []
    reserveCapacity(elements.count)
    for (index, element) in elements.enumerated() { append(try Element(exact: mapper.element(index, element))) }
  }
}

extension Dictionary: LenientValue where Key == String, Value: LenientValue {
  /// An object, all of whose values are exactly such values.
  public init(lenient mapper: Mapper) throws(MappingError) {
    guard case .object(let object) = mapper.json else { throw mapper.error("an object", mapper.json.kind) }
    self = [:]
    for member in object { self[member.key] = try Value(exact: mapper.member(member.key, member.value)) }
  }
}

extension Optional: LenientValue where Wrapped: LenientValue {
  /// `null`, or a value.
  public init(lenient mapper: Mapper) throws(MappingError) {
    if case .null = mapper.json { self = nil } else { self = try Wrapped(lenient: mapper) }
  }

  /// `null`, or exactly a value.
  public init(exact mapper: Mapper) throws(MappingError) {
    if case .null = mapper.json { self = nil } else { self = try Wrapped(exact: mapper) }
  }
}
