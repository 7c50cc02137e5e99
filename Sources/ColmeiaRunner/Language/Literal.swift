import ColmeiaJSON

/// A JSON value with variables in it: `{{name}}` within a string, or alone in the place of a value.
public struct Literal: Sendable, Hashable {
  /// The value, with the places of the variables in it.
  public var template: JSON
  /// Where it stands.
  public var range: Range<Int>

  /// What marks a string that is nothing but a variable's place.
  static let mark: Character = "\u{7F}"

  /// The names of the variables in it.
  public var variables: [String] { Self.variables(in: template) }

  private static func variables(in json: JSON) -> [String] {
    switch json {
    case .string(let text): names(in: text)
    case .array(let elements): elements.flatMap(variables)
    case .object(let object): object.flatMap { names(in: $0.key) + variables(in: $0.value) }
    case .null, .bool, .number: []
    }
  }

  /// The value with the variables' values in their places. A variable that is not a text stands in a text as JSON.
  public func resolved(_ values: [String: JSON]) -> JSON { Self.resolved(template, values) }

  private static func resolved(_ json: JSON, _ values: [String: JSON]) -> JSON {
    switch json {
    case .string(let text):
      if text.count > 2, text.first == mark, text.last == mark {
        return values[String(text.dropFirst().dropLast())] ?? .null
      }
      return .string(resolved(text, values))
    case .array(let elements): return .array(elements.map { resolved($0, values) })
    case .object(let members):
      var object = JSONObject()
      for member in members { object[resolved(member.key, values)] = resolved(member.value, values) }
      return .object(object)
    case .null, .bool, .number: return json
    }
  }

  private static func resolved(_ text: String, _ values: [String: JSON]) -> String {
    var (result, rest) = ("", text[...])
    while let (before, name, after) = split(rest) {
      let value = values[name] ?? .null
      result += before + (value.string ?? value.text())
      rest = after
    }
    return result + rest
  }

  private static func names(in text: String) -> [String] {
    if text.count > 2, text.first == mark, text.last == mark { return [String(text.dropFirst().dropLast())] }
    var (names, rest): ([String], Substring) = ([], text[...])
    while let (_, name, after) = split(rest) {
      names.append(name)
      rest = after
    }
    return names
  }

  /// The next `{{name}}`.
  private static func split(_ text: Substring) -> (before: Substring, name: String, after: Substring)? {
    guard let start = text.firstRange(of: "{{"), let end = text[start.upperBound...].firstRange(of: "}}") else {
      return nil
    }
    let name = text[start.upperBound..<end.lowerBound].drop { $0 == " " }
    return (text[..<start.lowerBound], String(name.reversed().drop { $0 == " " }.reversed()), text[end.upperBound...])
  }
}
