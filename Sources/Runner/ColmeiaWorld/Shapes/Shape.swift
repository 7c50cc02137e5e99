import ColmeiaJSON

/// The JSON structure of a `Codable` type's values, with enums as in `JSONCoding`. It is determined by running the
/// type's `init(from:)` with a decoder that provides invented values.
package indirect enum Shape: Sendable, Hashable {
  /// A member of a record, or a payload of a case.
  package struct Field: Sendable, Hashable {
    /// The key, or the label.
    package var name: String
    /// The shape of the value.
    package var shape: Shape
    /// Whether every value has this shape. It isn't known for a type that decodes or encodes its members by itself.
    var isSure = true
  }
  /// A case of an enum.
  package struct Case: Sendable, Hashable {
    /// The name of the case.
    package var name: String
    /// The payloads. Unlabeled ones are named `_0`, `_1`, and so on. `nil` if they could not be determined.
    package var payload: [Field]?
    /// Whether a value of this case was created.
    var isWhole = true
    /// Whether the case may have further payloads that could not be determined.
    package var isOpen = false
  }

  /// An object with these keys.
  case record([Field])
  /// An object with these keys and possibly others: no value could be invented for a member, so later members were not
  /// seen.
  case partial([Field])
  /// One of these cases.
  case choice([Case])
  /// A case of an enum that doesn't list its cases. The payload contains those that are known.
  case unlisted([Case], UnlistedCases)
  /// An array of values of one shape.
  case list(Shape)
  /// An object with any keys.
  case map(Shape)
  /// A value of this shape, or `null`.
  case optional(Shape)
  /// A string. The payload is an accepted example, and what the type accepts, if not all strings.
  case text(String, TextConstraint? = nil)
  /// One of these strings.
  case names([String])
  /// An integer that the type can represent.
  case integer(IntegerBounds = IntegerBounds(Int.self))
  /// A number that may have a fraction.
  case number
  /// A Boolean value.
  case bool
  /// A recursive occurrence of the type with this name.
  case again(String)
  /// A value that a schema describes, with an example.
  case given(schema: JSON, example: JSON)
  /// The shape is not known.
  case any
}

extension Shape {
  /// The shape, without being optional.
  package var unwrapped: Shape { if case .optional(let shape) = self { shape.unwrapped } else { self } }

  /// Whether this is an enum whose cases continue the name of an action.
  var isChoice: Bool {
    switch self {
    case .choice, .unlisted: true
    default: false
    }
  }

  /// Returns the case with this name, or `nil` if this is not an enum or the case is not known.
  func known(_ name: String) -> Case? {
    switch self {
    case .choice(let cases), .unlisted(let cases, _): cases.first { $0.name == name }
    default: nil
    }
  }

  /// Whether the name of an action or effect may continue in a payload of this shape. Names don't contain raw values.
  var canContinueName: Bool {
    switch self {
    case .names, .text, .integer, .number, .bool, .list, .given: false
    default: true
    }
  }

  /// Whether the shape gets a named definition that occurrences refer to.
  package var isWorthAName: Bool {
    switch self {
    case .record(let fields), .partial(let fields): !fields.isEmpty
    case .choice, .names, .unlisted: true
    case .text(_, let constraint): constraint?.pattern != nil
    default: false
    }
  }

  /// The shape without its example strings, so that a type always has the same shape.
  package var plain: Shape {
    switch self {
    case .record(let fields): .record(fields.map(\.plain))
    case .partial(let fields): .partial(fields.map(\.plain))
    case .choice(let cases):
      .choice(
        cases.map { Case(name: $0.name, payload: $0.payload?.map(\.plain), isWhole: $0.isWhole, isOpen: $0.isOpen) })
    case .unlisted(_, let cases): .unlisted([], cases)
    case .list(let shape): .list(shape.plain)
    case .map(let shape): .map(shape.plain)
    case .optional(let shape): .optional(shape.plain)
    case .text(_, let constraint): .text("", constraint)
    case .names, .integer, .number, .bool, .again, .given, .any: self
    }
  }

  /// An example value, or `nil` if none can be invented.
  var example: JSON? {
    switch self {
    case .record(let fields), .partial(let fields): return Self.object(fields)
    case .choice(let cases), .unlisted(let cases, _):
      for candidate in cases { if let example = candidate.example { return example } }
      return nil
    case .list: return []
    case .map: return [:]
    case .optional(let shape): return shape.example ?? .null
    case .text(let sample, _): return .string(sample)
    case .names(let names): return names.first.map(JSON.string)
    case .integer, .number: return 1
    case .bool: return true
    case .given(_, let example): return example
    case .again, .any: return nil
    }
  }

  private static func object(_ fields: [Field]) -> JSON? {
    var object = JSONObject()
    for field in fields {
      if case .optional = field.shape { continue }
      guard let example = field.shape.example else { return nil }
      object[field.name] = example
    }
    return .object(object)
  }
}

extension Shape.Case {
  /// Whether the case has a single unlabeled payload.
  var isWrapper: Bool { payload?.count == 1 && payload?[0].name == "_0" }

  /// An example value of the case, or `nil` if none can be invented.
  package var example: JSON? { example(last: nil) }

  /// Returns an example value of the case, or `nil` if none can be invented.
  ///
  /// - Parameter last: The last payload, or `nil` for an example of it.
  func example(last: JSON?) -> JSON? {
    guard let payload else { return nil }
    if payload.isEmpty { return .string(name) }
    var values: [JSON] = []
    for (index, field) in payload.enumerated() {
      guard let example = (index == payload.count - 1 ? last : nil) ?? field.shape.example else { return nil }
      values.append(example)
    }
    if payload.allSatisfy({ $0.name.hasPrefix("_") }) { return [name: values.count == 1 ? values[0] : .array(values)] }
    var object = JSONObject()
    for (field, value) in zip(payload, values) { object[field.name] = value }
    return [name: .object(object)]
  }
}

extension Shape.Field {
  fileprivate var plain: Self { Self(name: name, shape: shape.plain) }
  /// The field with an optional shape.
  var maybe: Self { Self(name: name, shape: .optional(shape.unwrapped), isSure: isSure) }
}
