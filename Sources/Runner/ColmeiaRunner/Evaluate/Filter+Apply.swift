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
  /// The kinds of values to which the filter can be applied.
  var needed: ValueKinds {
    switch self {
    case .count: [.list, .object]
    case .first, .last, .nth, .sort, .unique, .join: .list
    case .keys, .values: .object
    case .split, .lower, .upper, .trim, .length: .string
    case .toInt, .toFloat, .toString: .all
    }
  }

  /// Applies the filter to a value.
  func apply(to value: JSON) throws(EvaluationFailure) -> JSON? {
    guard needed.contains(ValueKinds(of: value)) else {
      throw EvaluationFailure("\(name) needs \(needed.description), not \(value.kind)")
    }
    let (list, object, text) = (value.array ?? [], value.object ?? JSONObject(), value.string ?? "")
    switch self {
    case .count: return .number(JSONNumber(value.array?.count ?? object.count))
    case .first: return list.first
    case .last: return list.last
    case .nth(let index): return value[index]
    case .keys: return .array(object.keys.map(JSON.string))
    case .values: return .array(object.map(\.value))
    case .sort: return .array(list.sorted(by: Self.isBefore))
    case .unique: return .array(Self.unique(list))
    case .join(let separator): return .string(list.map { $0.string ?? $0.text() }.joined(separator: separator))
    case .split(let separator): return .array(Self.split(text, separator))
    case .lower: return .string(text.lowercased())
    case .upper: return .string(text.uppercased())
    case .trim: return .string(Self.trimmed(text))
    case .length: return .number(JSONNumber(text.count))
    case .toString: return .string(value.string ?? value.text())
    case .toInt, .toFloat: return try number(value)
    }
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
    case (.number(let left), .number(let right)): return left < right
    case (.string(let left), .string(let right)):
      return left.unicodeScalars.lexicographicallyPrecedes(right.unicodeScalars)
    default:
      let ranks = (ValueKinds(of: left).rawValue, ValueKinds(of: right).rawValue)
      return ranks.0 < ranks.1 || (ranks.0 == ranks.1 && left.text() < right.text())
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
