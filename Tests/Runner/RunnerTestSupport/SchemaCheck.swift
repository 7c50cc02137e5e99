import ColmeiaJSON

/// Checks values against a schema, with the subset of JSON Schema that the runner uses. `.ci/schema.py` uses a full
/// implementation.
package struct SchemaCheck {
  package let schema: JSON

  package init(schema: JSON) { self.schema = schema }

  /// Whether a value matches the definition with this name.
  package func accepts(_ value: JSON, as name: String) -> Bool { accepts(value, ["$ref": .string("#/$defs/\(name)")]) }

  private func accepts(_ value: JSON, _ schema: JSON) -> Bool {
    (schema.object?.members ?? []).allSatisfy { member in
      switch member.key {
      case "$ref":
        let name = member.value.string?.split(separator: "/").last.map(String.init) ?? ""
        return self.schema["$defs"]?[name].map { accepts(value, $0) } ?? false
      case "anyOf": return member.value.array?.contains { accepts(value, $0) } ?? false
      case "enum": return member.value.array?.contains(value) ?? false
      case "const": return value == member.value
      case "type": return (member.value.array ?? [member.value]).contains { Self.isOf(value, $0.string ?? "") }
      case "minimum": return value.double.map { $0 >= member.value.double ?? 0 } ?? true
      case "maximum": return value.double.map { $0 <= member.value.double ?? 0 } ?? true
      case "required": return member.value.array?.allSatisfy { value[$0.string ?? ""] != nil } ?? false
      case "minItems": return (value.array?.count ?? 0) >= member.value.int ?? 0
      case "properties", "additionalProperties", "prefixItems", "items": return true
      case "pattern": return value.string.map { Self.matches($0, member.value.string ?? "") } ?? true
      case "description": return true
      default: return false
      }
    } && partsAreAccepted(value, schema)
  }

  private func partsAreAccepted(_ value: JSON, _ schema: JSON) -> Bool {
    if let object = value.object {
      return object.allSatisfy { member in
        guard let part = schema["properties"]?[member.key] ?? schema["additionalProperties"] else { return true }
        return part != false && accepts(member.value, part)
      }
    }
    let first = schema["prefixItems"]?.array ?? []
    return (value.array ?? []).enumerated().allSatisfy { index, element in
      guard let part = index < first.count ? first[index] : schema["items"] else { return true }
      return part != false && accepts(element, part)
    }
  }

  /// Whether a regular expression matches a part of a text.
  package static func matches(_ text: String, _ pattern: String) -> Bool {
    (try? Regex(pattern).matchingSemantics(.unicodeScalar)).map { text.contains($0) } ?? false
  }

  private static func isOf(_ value: JSON, _ type: String) -> Bool {
    switch value {
    case .null: type == "null"
    case .bool: type == "boolean"
    case .number: type == "number" || type == "integer" && value.int != nil
    case .string: type == "string"
    case .array: type == "array"
    case .object: type == "object"
    }
  }
}
