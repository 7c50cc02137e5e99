import ColmeiaJSON

/// The variables of a scenario. Their size is limited, because in a few lines, variables that each contain the previous
/// one twice would fill any amount of memory.
package struct Variables: Sendable {
  /// The maximum number of bytes of all values together, and of any value that is created from them.
  package static let limit = 16 << 20
  /// The maximum nesting depth of a value.
  static let depthLimit = JSONLimits.standard.depth

  private struct Entry: Sendable {
    var value: JSON
    var size: JSONSize
  }

  private var entries: [String: Entry] = [:]
  private var bytes = 0

  /// Creates an empty set of variables.
  package init() {}

  package subscript(_ name: String) -> JSON? { entries[name]?.value }

  /// Sets the value of a variable.
  ///
  /// - Throws: ``EvaluationFailure`` if the values are too large.
  /// - Complexity: O(length).
  package mutating func set(_ name: String, _ value: JSON) throws(EvaluationFailure) {
    let size = JSONSize(of: value)
    let others = bytes - (entries[name]?.size.bytes ?? 0)
    guard size.depth <= Self.depthLimit, size.bytes <= Self.limit - others else {
      throw EvaluationFailure(
        "with '\(name)', the variables exceed \(Self.limit >> 20) MiB or \(Self.depthLimit) levels")
    }
    entries[name] = Entry(value: value, size: size)
    bytes = others + size.bytes
  }

  /// Returns the value of a literal. Within a string, a variable that is not a string is replaced by its JSON text.
  ///
  /// - Throws: ``EvaluationFailure`` if the value is too large.
  package func resolved(_ literal: Literal) throws(EvaluationFailure) -> JSON {
    if literal.variables.isEmpty { return literal.template }
    var remaining = Self.limit
    return try resolved(literal.template, 0, &remaining)
  }

  /// Returns a path with the values of the variables in its selectors.
  ///
  /// - Throws: ``EvaluationFailure`` if a value is too large.
  package func resolved(_ path: QueryPath) throws(EvaluationFailure) -> QueryPath {
    var path = path
    for (position, step) in path.steps.enumerated() {
      guard case .find(let keys, let wanted) = step else { continue }
      path.steps[position] = .find(keys, try resolved(Literal(template: wanted, range: 0..<0)))
    }
    return path
  }

  private func resolved(_ json: JSON, _ depth: Int, _ remaining: inout Int) throws(EvaluationFailure) -> JSON {
    switch json {
    case .string(let text):
      guard let name = Literal.variable(text) else { return .string(try resolved(text, &remaining)) }
      guard let entry = entries[name] else { return .null }
      try charge(entry.size, at: depth, &remaining)
      return entry.value
    case .array(let elements):
      var result: [JSON] = []
      for element in elements { result.append(try resolved(element, depth + 1, &remaining)) }
      return .array(result)
    case .object(let members):
      var object = JSONObject()
      for member in members {
        let key = try resolved(member.key, &remaining)
        if object[key] != nil { throw EvaluationFailure("with its variables, two members have the key '\(key)'") }
        object[key] = try resolved(member.value, depth + 1, &remaining)
      }
      return .object(object)
    case .null, .bool, .number: return json
    }
  }

  private func resolved(_ text: String, _ remaining: inout Int) throws(EvaluationFailure) -> String {
    var (result, rest) = ("", text[...])
    while let (before, name, after) = Literal.split(rest) {
      if let entry = entries[name] { try charge(entry.size, at: 0, &remaining) }
      let value = self[name] ?? .null
      result += before + (value.string ?? value.text())
      rest = after
    }
    return result + rest
  }

  private func charge(_ size: JSONSize, at depth: Int, _ remaining: inout Int) throws(EvaluationFailure) {
    remaining -= size.bytes
    guard remaining >= 0, depth + size.depth <= Self.depthLimit else {
      throw EvaluationFailure(
        "its variables make this value longer than \(Self.limit >> 20) MiB, or deeper than \(Self.depthLimit) levels")
    }
  }
}

/// The approximate size of a value as text, and its nesting depth.
struct JSONSize: Sendable {
  private(set) var bytes = 0
  private(set) var depth = 0

  /// - Complexity: O(length).
  init(of value: JSON) {
    var open = [(value, 0)]
    while let (value, level) = open.popLast() {
      depth = max(depth, level)
      switch value {
      case .null, .bool: bytes += 8
      case .number(let number): bytes += 8 + number.text.utf8.count
      case .string(let text): bytes += 8 + text.utf8.count
      case .array(let elements):
        bytes += 8
        open += elements.map { ($0, level + 1) }
      case .object(let object):
        bytes += 8
        for member in object {
          bytes += 8 + member.key.utf8.count
          open.append((member.value, level + 1))
        }
      }
    }
  }
}
