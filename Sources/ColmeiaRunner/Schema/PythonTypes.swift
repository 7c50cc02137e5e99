import ColmeiaJSON

/// The types of a schema for Python. Objects are `TypedDict`s, and nested objects get names of their own.
struct PythonTypes {
  private let schema: JSON
  private var lines: [String] = []
  private var taken: Set<String>

  init(_ schema: JSON) {
    self.schema = schema
    let definitions = SchemaType.definitions(schema)
    taken = Set(definitions.map(\.name))
    for (name, type) in definitions { define(name, type) }
  }

  var text: String {
    """
    # \(schema["title"]?.string ?? "")
    # Made by `schema --python`; not to be changed by hand. Python 3.11 or later.
    from typing import Any, Dict, List, Literal, NotRequired, TypedDict, Union

    \(lines.joined(separator: "\n"))

    """
  }

  private mutating func define(_ name: String, _ type: SchemaType) {
    if case .object(let members) = type { return define(name, members) }
    let text = text(type, in: name)
    lines.append("\(name) = \(text)")
  }

  private mutating func define(_ name: String, _ members: [SchemaType.Member]) {
    var text = "\(name) = TypedDict(\"\(name)\", {"
    for (index, member) in members.enumerated() {
      let type = self.text(member.type, in: name + Self.word(member.name))
      let key = JSON.string(member.name).text()
      text += "\(index > 0 ? "," : "")\n    \(key): \(member.isRequired ? type : "NotRequired[\(type)]")"
    }
    lines.append(text + (members.isEmpty ? "})" : ",\n})"))
  }

  /// - Parameter name: The name for an object in the type.
  private mutating func text(_ type: SchemaType, in name: String) -> String {
    switch type {
    case .anything: return "Any"
    case .text: return "str"
    case .number: return "float"
    case .integer: return "int"
    case .bool: return "bool"
    case .null: return "None"
    case .constant(let value): return "Literal[\(value.text())]"
    case .reference(let name): return "\"\(name)\""
    case .list(let element): return "List[\(text(element, in: name + "Item"))]"
    // Parsed JSON arrays are lists, not tuples.
    case .tuple(let parts): return "List[\(either(parts, name + "Item"))]"
    case .map(let value): return "Dict[str, \(text(value, in: name + "Value"))]"
    case .object(let members): return "\"\(inner(members, name))\""
    case .either(let all): return either(all, name)
    }
  }

  private mutating func either(_ all: [SchemaType], _ name: String) -> String {
    var (types, constants) = ([String](), [String]())
    for one in all {
      switch one {
      case .constant(let value): constants.append(value.text())
      case .object(let members): types.append("\"\(inner(members, name + Self.word(members.first?.name ?? "")))\"")
      case .either(let inner) where inner.allSatisfy(\.isConstant):
        for case .constant(let value) in inner { constants.append(value.text()) }
      default: types.append(text(one, in: name))
      }
    }
    if !constants.isEmpty { types.insert("Literal[\(constants.joined(separator: ", "))]", at: 0) }
    types = types.enumerated().filter { !types[..<$0.offset].contains($0.element) }.map(\.element)
    return types.count == 1 ? types[0] : "Union[\(types.joined(separator: ", "))]"
  }

  /// Defines a nested object, and returns its name.
  private mutating func inner(_ members: [SchemaType.Member], _ name: String) -> String {
    let free = taken.insertFree(name)
    define(free, members)
    return free
  }

  /// Returns a key as part of a name.
  private static func word(_ key: String) -> String {
    let letters = key.filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
    return letters.prefix(1).uppercased() + letters.dropFirst()
  }
}

extension SchemaType {
  fileprivate var isConstant: Bool { if case .constant = self { true } else { false } }
}
