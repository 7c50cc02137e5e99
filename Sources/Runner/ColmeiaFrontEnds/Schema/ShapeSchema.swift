import ColmeiaHTTP
import ColmeiaJSON
import ColmeiaWorld

/// Converts shapes to JSON Schema. Named shapes are defined once under `$defs`.
struct ShapeSchema {
  /// The definitions, in the order in which they were found.
  private(set) var definitions: [(String, JSON)] = []
  /// The enums whose cases are unknown.
  private(set) var unlisted: [UnlistedCases] = []
  private let names: [Shape: String]
  private var known: [Shape: String] = [:]
  private var taken: Set<String>

  /// - Parameters:
  ///   - names: The names of types by shape.
  ///   - taken: The names that are already used.
  init(_ names: [Shape: String], taken: [String]) {
    self.names = names
    self.taken = Set(taken)
  }

  /// Defines messages under one of the used names.
  mutating func define<Key: MessageKey>(_ name: String, _ messages: [Shape.Case], _ keys: Key.Type) {
    guard case .choice(let messages) = Shape.choice(messages).plain else { return }
    let position = definitions.count
    definitions.append((name, [:]))
    let all = messages.map { message in
      var members = schema(of: message)?.object ?? JSONObject()
      members["description"] = Key(stringValue: message.name).map { .string($0.meaning) }
      return JSON.object(members)
    }
    definitions[position].1 = ["anyOf": .array(all)]
  }

  /// Defines a value that a schema describes under one of the used names.
  mutating func define(_ name: String, _ schema: JSON) { definitions.append((name, schema)) }

  /// Defines a shape under one of the used names.
  mutating func define(_ name: String, _ shape: Shape) {
    let shape = shape.plain
    if shape.isWorthAName { known[shape] = name }
    let position = definitions.count
    definitions.append((name, [:]))
    definitions[position].1 = whole(shape)
  }

  /// Returns the schema of a shape, or a reference to its definition.
  private mutating func schema(_ shape: Shape) -> JSON {
    guard let name = known[shape] ?? names[shape] else { return whole(shape) }
    if known[shape] == nil {
      let free = taken.insertFree(name)
      define(free, shape)
      return Self.reference(free)
    }
    return Self.reference(name)
  }

  private mutating func whole(_ shape: Shape) -> JSON {
    switch shape {
    case .record(let fields): return object(fields, isClosed: true)
    case .partial(let fields): return object(fields, isClosed: false)
    case .choice(let cases): return choice(cases)
    case .unlisted(_, let cases):
      unlisted.append(cases)
      return ["description": .string(cases.advice)]
    case .list(let element): return ["type": "array", "items": schema(element)]
    case .map(let value): return ["type": "object", "additionalProperties": schema(value)]
    case .optional(let inner):
      let inner = schema(inner)
      return inner == [:] ? [:] : ["anyOf": [inner, ["type": "null"]]]
    case .text(_, let constraint):
      var text = Self.member("type", "string")
      text["description"] = constraint.map { .string($0.expected) }
      text["pattern"] = constraint?.pattern.map(JSON.string)
      return .object(text)
    case .names(let names): return ["enum": .array(names.map(JSON.string))]
    case .integer(let bounds):
      return ["type": "integer", "minimum": .number(bounds.minimum), "maximum": .number(bounds.maximum)]
    case .number: return ["type": "number"]
    case .bool: return ["type": "boolean"]
    case .given(let schema, _): return schema
    case .again, .any: return [:]
    }
  }

  private mutating func object(_ fields: [Shape.Field], isClosed: Bool) -> JSON {
    var (members, required) = (JSONObject(), [String]())
    for field in fields {
      members[field.name] = SecretName.isMasked(field.name, field.shape) ? [:] : schema(field.shape)
      if field.shape.unwrapped == field.shape, field.shape != .any { required.append(field.name) }
    }
    return Self.object(members, required: required, isClosed: isClosed)
  }

  private mutating func choice(_ cases: [Shape.Case]) -> JSON {
    var (names, others) = ([JSON](), [JSON]())
    for one in cases {
      // Without the payload, the representation of the whole enum is unknown.
      guard let schema = schema(of: one) else { return [:] }
      if let name = schema["const"] { names.append(name) } else { others.append(schema) }
    }
    let all = (names.isEmpty ? [] : [["enum": .array(names)]]) + others
    return all.count == 1 ? all[0] : ["anyOf": .array(all)]
  }

  /// Returns the schema of one case, or `nil` if its representation is unknown.
  private mutating func schema(of one: Shape.Case) -> JSON? {
    guard let payload = one.payload, payload.allSatisfy({ !$0.isAmbiguous }) else { return nil }
    if payload.isEmpty { return ["const": .string(one.name)] }
    let isMasked = payload.contains { SecretName.isMasked(one.name, $0.shape) }
    let value = isMasked || one.isOpen ? [:] : self.payload(payload)
    return Self.object(Self.member(one.name, value), required: [one.name], isClosed: true)
  }

  /// Returns the schema of payloads in the representation of `JSONCoding.Cases.plain`.
  private mutating func payload(_ fields: [Shape.Field]) -> JSON {
    if fields.count == 1, fields[0].name == "_0" { return schema(fields[0].shape) }
    guard fields.enumerated().allSatisfy({ $1.name == "_\($0)" }) else { return object(fields, isClosed: true) }
    let count = JSON.number(JSONNumber(fields.count))
    return [
      "type": "array", "prefixItems": .array(fields.map { schema($0.shape) }), "items": false, "minItems": count,
    ]
  }

  static func reference(_ name: String) -> JSON { ["$ref": .string("#/$defs/\(name)")] }

  private static func member(_ name: String, _ value: JSON) -> JSONObject {
    var object = JSONObject()
    object[name] = value
    return object
  }

  static func object(_ members: JSONObject, required: [String], isClosed: Bool) -> JSON {
    var object = member("type", "object")
    object["properties"] = .object(members)
    if !required.isEmpty { object["required"] = .array(required.map(JSON.string)) }
    if isClosed { object["additionalProperties"] = false }
    return .object(object)
  }
}

extension Set<String> {
  /// Inserts a name, with a number appended if it is taken, and returns it.
  mutating func insertFree(_ name: String) -> String {
    var (free, number) = (name, 2)
    while !insert(free).inserted { (free, number) = ("\(name)\(number)", number + 1) }
    return free
  }
}

extension Shape.Field {
  /// Whether a payload may be an object with the key of an unlabeled payload, which changes its representation.
  fileprivate var isAmbiguous: Bool {
    switch shape {
    case .record(let fields), .partial(let fields): fields.contains { $0.name == "_0" }
    case .choice(let cases): cases.contains { $0.name == "_0" }
    case .map, .any, .again: false
    default: false
    }
  }
}

extension SecretName {
  /// Whether a member whose name identifies a secret may be replaced by a string.
  fileprivate static func isMasked(_ name: String, _ shape: Shape) -> Bool {
    switch shape.unwrapped {
    case .text, .bool: return false
    default: return kind(ofMember: name).map { !$0.isText } ?? false
    }
  }
}
