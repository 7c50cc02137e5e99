import ColmeiaJSON

extension [Filter] {
  /// Applies the filters to a result, one after another, until there is no value.
  func apply(to answer: JSON?) throws(EvaluationFailure) -> JSON? {
    var value = answer
    for filter in self { if let present = value { value = try filter.apply(to: present) } }
    return value
  }
}

extension Filter {
  /// Applies the filter to a value.
  func apply(to value: JSON) throws(EvaluationFailure) -> JSON? {
    switch self {
    case .count: return .number(JSONNumber(try count(of: value)))
    case .first: return try list(value).first
    case .last: return try list(value).last
    case .nth(let index): return JSON.array(try list(value))[index]
    case .keys: return .array(try object(value).keys.map(JSON.string))
    case .values: return .array(try object(value).map(\.value))
    case .sort: return .array(try list(value).sorted(by: Self.isBefore))
    case .unique: return .array(Self.unique(try list(value)))
    case .join(let separator):
      return .string(try list(value).map { $0.string ?? $0.text() }.joined(separator: separator))
    case .split(let separator): return .array(Self.split(try text(value), separator))
    case .lower: return .string(try text(value).lowercased())
    case .upper: return .string(try text(value).uppercased())
    case .trim: return .string(Self.trimmed(try text(value)))
    case .length: return .number(JSONNumber(try text(value).count))
    case .toString: return .string(value.string ?? value.text())
    case .toInt, .toFloat: return try number(value)
    }
  }

  private func count(of value: JSON) throws(EvaluationFailure) -> Int {
    try value.needed(value.array?.count ?? value.object?.count, "a list or an object", by: name)
  }

  private func list(_ value: JSON) throws(EvaluationFailure) -> [JSON] {
    try value.needed(value.array, "a list", by: name)
  }

  private func object(_ value: JSON) throws(EvaluationFailure) -> JSONObject {
    try value.needed(value.object, "an object", by: name)
  }

  private func text(_ value: JSON) throws(EvaluationFailure) -> String {
    try value.needed(value.string, "a string", by: name)
  }

  private func number(_ value: JSON) throws(EvaluationFailure) -> JSON {
    let text = Self.trimmed(value.string ?? value.text())
    // A string may have a plus sign or leading zeros, which a JSON number can't have.
    let isDecimal = text.utf8.allSatisfy { Self.decimal.contains($0) }
    let number =
      JSONNumber(text: text) ?? Int(text).map { JSONNumber($0) }
      ?? (isDecimal ? Double(text).flatMap { JSONNumber($0) } : nil)
    switch (self, number) {
    case (.toInt, let number?):
      if let whole = number.int { return .number(JSONNumber(whole)) }
      throw EvaluationFailure("\(name): \(JSONDifference.short(value)) is not an integer that fits in 64 bits")
    case (_, let number?): if let nearest = JSONNumber(number.double) { return .number(nearest) }
    default: break
    }
    throw EvaluationFailure("\(name): \(JSONDifference.short(value)) is not a number")
  }

  private static let decimal = Set("+-.0123456789Ee".utf8)

  /// The name of the filter in the text.
  var name: String {
    switch self {
    case .nth: "nth"
    case .join: "join"
    case .split: "split"
    default: "\(self)"
    }
  }

  private static func unique(_ elements: [JSON]) -> [JSON] {
    var seen: Set<JSON> = []
    return elements.filter { seen.insert($0).inserted }
  }

  private static func split(_ text: String, _ separator: String) -> [JSON] {
    if separator.isEmpty { return text.map { .string(String($0)) } }
    // By scalars, because CR and LF are one character.
    return text.unicodeScalars.split(separator: separator.unicodeScalars, omittingEmptySubsequences: false)
      .map { .string(String($0)) }
  }

  private static func trimmed(_ text: String) -> String {
    String(text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }

  /// Whether one element precedes another. Elements are ordered by type: null, Boolean values, numbers, strings,
  /// arrays, objects.
  private static func isBefore(_ left: JSON, _ right: JSON) -> Bool {
    switch (left, right) {
    case (.number(let left), .number(let right)): left < right
    case (.string(let left), .string(let right)): left.unicodeScalars.lexicographicallyPrecedes(right.unicodeScalars)
    default: rank(left) < rank(right) || (rank(left) == rank(right) && left.text() < right.text())
    }
  }

  private static func rank(_ value: JSON) -> Int {
    switch value {
    case .null: 0
    case .bool: 1
    case .number: 2
    case .string: 3
    case .array: 4
    case .object: 5
    }
  }
}

extension JSON {
  /// Returns the value, or throws an error that this JSON has the wrong kind if it is `nil`.
  func needed<Value>(_ value: Value?, _ what: String, by name: String) throws(EvaluationFailure) -> Value {
    if let value { return value }
    throw EvaluationFailure("\(name) needs \(what), not \(kind)")
  }
}

/// The reason why a value could not be evaluated.
package struct EvaluationFailure: Error, Hashable, CustomStringConvertible {
  package var message: String
  init(_ message: String) { self.message = message }
  package var description: String { message }
}
