import ColmeiaJSON

/// A schema, reduced to what typed languages can express.
indirect enum SchemaType {
  struct Member {
    var name: String
    var type: SchemaType
    var isRequired: Bool
  }

  case anything, text, number, integer, bool, null
  case constant(JSON)
  case reference(String)
  case list(SchemaType)
  case tuple([SchemaType])
  case map(SchemaType)
  case object([Member])
  case either([SchemaType])

  /// Parses a schema that ``MessageSchema`` has created.
  init(_ schema: JSON) {
    if let path = schema["$ref"]?.string {
      self = .reference(String(path.dropFirst("#/$defs/".count)))
    } else if let value = schema["const"] {
      self = .constant(value)
    } else if let values = schema["enum"]?.array {
      self = .either(values.map(SchemaType.constant))
    } else if let all = schema["anyOf"]?.array {
      self = .either(all.map(SchemaType.init))
    } else if let kinds = schema["type"]?.array {
      self = .either(kinds.map { SchemaType(["type": $0]) })
    } else {
      self = Self.plain(schema)
    }
  }

  private static func plain(_ schema: JSON) -> SchemaType {
    switch schema["type"]?.string {
    case "string": return .text
    case "number": return .number
    case "integer": return .integer
    case "boolean": return .bool
    case "null": return .null
    case "array":
      if let parts = schema["prefixItems"]?.array { return .tuple(parts.map(SchemaType.init)) }
      return .list(SchemaType(schema["items"] ?? [:]))
    case "object":
      guard let members = schema["properties"]?.object else {
        return .map(SchemaType(schema["additionalProperties"] ?? [:]))
      }
      let required = Set((schema["required"]?.array ?? []).compactMap(\.string))
      return .object(
        members.map { Member(name: $0.key, type: SchemaType($0.value), isRequired: required.contains($0.key)) })
    default: return .anything
    }
  }

  /// Returns all definitions of a schema, in order.
  static func definitions(_ schema: JSON) -> [(name: String, type: SchemaType)] {
    (schema["$defs"]?.object?.members ?? []).map { ($0.key, SchemaType($0.value)) }
  }
}
