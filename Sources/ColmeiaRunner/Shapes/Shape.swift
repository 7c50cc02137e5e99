import ColmeiaJSON

/// What the values of a `Codable` type look like in JSON, in the form that `JSONCoding` has for enums. Found by running
/// the type's `init(from:)` with a decoder that invents what is asked for.
indirect enum Shape: Sendable, Hashable {
  /// A member of a record, or a payload with a label.
  struct Field: Sendable, Hashable {
    /// The key, or the label.
    var name: String
    /// The shape of the value.
    var shape: Shape
  }
  /// A case of an enum.
  struct Case: Sendable, Hashable {
    /// The name of the member.
    var name: String
    /// Its payloads; `_0`, `_1` … are those without a label. `nil` when they could not be found out.
    var payload: [Field]?
    /// Whether a value was made with these payloads.
    var isWhole = true
    /// Whether there may be others, of which nobody knows.
    var isOpen = false
  }

  /// An object with these keys.
  case record([Field])
  /// An object with these keys, and perhaps others: no value of a member could be invented, and what comes behind was not
  /// seen.
  case partial([Field])
  /// One of these cases.
  case choice([Case])
  /// A case of an enum that does not list its cases; these are some of them.
  case unlisted([Case], UnlistedCases)
  /// A list of values of one shape.
  case list(Shape)
  /// An object with any keys.
  case map(Shape)
  /// The other, or nothing.
  case optional(Shape)
  /// A text; this one is accepted.
  case text(String)
  /// One of these texts.
  case names([String])
  /// A number of any kind.
  case number
  /// A truth value.
  case bool
  /// The type of that name, which this is a part of.
  case again(String)
  /// The shape is not known.
  case any
}

extension Shape {
  /// The shape without "or nothing".
  var unwrapped: Shape { if case .optional(let shape) = self { shape.unwrapped } else { self } }

  /// The payloads of a case, if it is an enum and they are known.
  func payload(of name: String) -> [Field]? {
    switch self {
    case .choice(let cases), .unlisted(let cases, _): cases.first { $0.name == name }?.payload
    default: nil
    }
  }

  /// Whether it is told once, by a name, wherever it comes.
  var isWorthAName: Bool {
    switch self {
    case .record(let fields), .partial(let fields): !fields.isEmpty
    case .choice, .names, .unlisted: true
    default: false
    }
  }

  /// The shape without the texts that were tried, so that a type has one shape.
  var plain: Shape {
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
    case .text: .text("")
    case .names, .number, .bool, .again, .any: self
    }
  }

  /// A value of this shape; `nil` when none can be invented.
  var example: JSON? {
    switch self {
    case .record(let fields), .partial(let fields): return Self.object(fields)
    case .choice(let cases), .unlisted(let cases, _):
      for candidate in cases { if let example = candidate.example { return example } }
      return nil
    case .list: return []
    case .map: return [:]
    case .optional(let shape): return shape.example ?? .null
    case .text(let sample): return .string(sample)
    case .names(let names): return names.first.map(JSON.string)
    case .number: return 1
    case .bool: return true
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
  /// Whether a single payload stands without a label.
  var isWrapper: Bool { payload?.count == 1 && payload?[0].name == "_0" }

  /// The case with payloads of its shape; `nil` when none can be invented.
  var example: JSON? {
    guard let payload else { return nil }
    if payload.isEmpty { return .string(name) }
    var values: [JSON] = []
    for field in payload {
      guard let example = field.shape.example else { return nil }
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
  /// The member, or none.
  var maybe: Self { Self(name: name, shape: .optional(shape.unwrapped)) }
}
