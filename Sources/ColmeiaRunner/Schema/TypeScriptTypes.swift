import ColmeiaJSON

/// The types of a schema for TypeScript.
struct TypeScriptTypes {
  private let schema: JSON

  init(_ schema: JSON) { self.schema = schema }

  var text: String {
    let types = SchemaType.definitions(schema).map { name, type in
      "export type \(name) =\(Self.isLong(type) ? Self.lines(type) : " " + Self.text(type));\n"
    }
    return "// \(schema["title"]?.string ?? "")\n// Made by `schema --typescript`; not to be changed by hand.\n\n"
      + types.joined(separator: "\n")
  }

  private static func isLong(_ type: SchemaType) -> Bool {
    switch type {
    case .either(let types): types.count > 1 && text(type).count > 80
    case .object(let members): members.count > 1
    default: false
    }
  }

  private static func lines(_ type: SchemaType) -> String {
    switch type {
    case .either(let types): types.map { "\n  | \(text($0))" }.joined()
    case .object(let members): " {\n" + members.map { "  \(text($0));\n" }.joined() + "}"
    default: " " + text(type)
    }
  }

  private static func text(_ member: SchemaType.Member) -> String {
    "\(JSON.string(member.name).text())\(member.isRequired ? "" : "?"): \(text(member.type))"
  }

  private static func text(_ type: SchemaType) -> String {
    switch type {
    case .anything: "unknown"
    case .text: "string"
    case .number, .integer: "number"
    case .bool: "boolean"
    case .null: "null"
    case .constant(let value): value.text()
    case .reference(let name): name
    case .list(.either(let types)) where types.count > 1: "(\(text(.either(types))))[]"
    case .list(let element): "\(text(element))[]"
    case .tuple(let parts): "[" + parts.map(text).joined(separator: ", ") + "]"
    case .map(let value): "{ [key: string]: \(text(value)) }"
    case .object(let members):
      members.isEmpty ? "{}" : "{ " + members.map { text($0) }.joined(separator: "; ") + " }"
    case .either(let types): types.isEmpty ? "never" : types.map(text).joined(separator: " | ")
    }
  }
}
