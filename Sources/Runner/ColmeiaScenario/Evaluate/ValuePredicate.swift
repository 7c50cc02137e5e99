import ColmeiaJSON

/// A predicate of the scenario language, which holds for some values. Each one is declared once, in ``all``, from which
/// the parser, `check`, the evaluation, the suggestions for mistyped names and the page about the language take what they
/// need.
package struct ValuePredicate: Sendable {
  /// A function that tells whether a predicate holds, which also says with how many values a value is compared.
  enum Function: Sendable {
    /// A property of a value that may not exist.
    case existence(@Sendable (JSON?) -> Bool)
    /// A property of a value.
    case property(@Sendable (JSON) throws(EvaluationFailure) -> Bool)
    /// A comparison of a value with another one.
    case comparison(@Sendable (JSON, JSON) throws(EvaluationFailure) -> Bool)
    /// The differences of a value from the expected one.
    case difference(@Sendable (JSON, JSON) -> [JSONDifference])
    /// A test of the order of two numbers or strings: a negative number, zero or a positive number.
    case order(@Sendable (Int) -> Bool)
    /// In a range between two values, including both.
    case range
  }

  /// What a value is compared with.
  enum Operand: Sendable {
    /// Any value.
    case any
    /// A string, a list or a regular expression.
    case text, list, pattern
  }

  /// What is known before the scenario runs about the values for which the predicate can hold.
  package enum Check: Sendable {
    /// They have one of these kinds.
    case kinds(ValueKinds)
    /// They are equal to the compared value, have all that it has, or are equal to one of its elements.
    case equal, including, listed
    /// They can be ordered with the compared values.
    case ordered
    /// They can contain the compared value.
    case containing
  }

  /// The name in the text.
  package let name: String
  /// An example of its use.
  let example: String
  /// What a value is compared with, if it is.
  let operand: Operand
  /// What `check` finds out.
  package let check: Check
  /// The description in the guide: "holds if the value …".
  let help: String
  /// The function.
  let function: Function

  private init(
    _ name: String, _ check: Check, operands: String = "", of operand: Operand = .any, help: String,
    _ function: Function
  ) {
    (self.name, self.operand, self.check, self.help, self.function) = (name, operand, check, help, function)
    example = operands.isEmpty ? name : "\(name) \(operands)"
  }
}

extension ValuePredicate {
  /// All predicates.
  static let all: [ValuePredicate] = [
    ValuePredicate(
      "==", .equal, operands: "JSON", help: "is equal to this", .difference { JSONDifference.between($1, $0) }),
    ValuePredicate("!=", .equal, operands: "JSON", help: "is another one than this", .comparison { $0 != $1 }),
    ValuePredicate("<=", .ordered, operands: "JSON", help: "is a number or a string up to this", .order { $0 <= 0 }),
    ValuePredicate(">=", .ordered, operands: "JSON", help: "is a number or a string from this on", .order { $0 >= 0 }),
    ValuePredicate("<", .ordered, operands: "JSON", help: "is a number or a string before this", .order { $0 < 0 }),
    ValuePredicate(">", .ordered, operands: "JSON", help: "is a number or a string after this", .order { $0 > 0 }),
    ValuePredicate("between", .ordered, operands: "JSON JSON", help: "is one of these two, or between them", .range),
    ValuePredicate(
      "contains", .containing, operands: "JSON",
      help: "is a string, a list or an object with this substring, element or key",
      .comparison { value, wanted throws(EvaluationFailure) in try value.contains(wanted) }),
    ValuePredicate(
      "startsWith", .kinds(.string), operands: "\"…\"", of: .text, help: "is a string that begins like this",
      .comparison { value, wanted throws(EvaluationFailure) in
        try value.text(for: "startsWith").utf8.starts(with: wanted.text(for: "startsWith").utf8)
      }),
    ValuePredicate(
      "endsWith", .kinds(.string), operands: "\"…\"", of: .text, help: "is a string that ends like this",
      .comparison { value, wanted throws(EvaluationFailure) in
        try value.text(for: "endsWith").utf8.reversed().starts(with: wanted.text(for: "endsWith").utf8.reversed())
      }),
    ValuePredicate(
      "matches", .kinds(.string), operands: "\"PATTERN\"", of: .pattern,
      help: "is a string in which this regular expression occurs",
      .comparison { value, wanted throws(EvaluationFailure) in try value.matches(wanted) }),
    ValuePredicate(
      "oneOf", .listed, operands: "[JSON, …]", of: .list, help: "is one of these",
      .comparison { $1.array?.contains($0) == true }),
    ValuePredicate(
      "includes", .including, operands: "JSON",
      help: """
        has all members of this object, at any depth; a list must have the same number of elements, and each must include \
        the expected element at its position
        """,
      .difference { $1.missing(in: $0, JSONPath()) }),
    ValuePredicate("exists", .kinds(.all), help: "is there, even as `null`", .existence { $0 != nil }),
    ValuePredicate(
      "present", .kinds(.all), help: "is there, and neither `null` nor `false`", .existence { !$0.isAbsent }),
    ValuePredicate("absent", .kinds(.all), help: "isn't there, or is `null` or `false`", .existence { $0.isAbsent }),
    ValuePredicate(
      "isEmpty", .kinds([.string, .list, .object]),
      help: "is an empty string, list or object; for any other value, the condition fails, with or without `not`",
      .property { value throws(EvaluationFailure) in try value.isEmpty() }),
    kind("isNull", .null, help: "is `null`"),
    kind("isString", .string, help: "is a string"),
    kind("isNumber", .number, help: "is a number"),
    kind("isBool", .bool, help: "is `true` or `false`"),
    kind("isList", .list, help: "is a list"),
    kind("isObject", .object, help: "is an object"),
  ]

  /// All predicates, by their names.
  static let named = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })
  /// The names of all predicates.
  static let names = all.map(\.name)
  /// The predicates whose names are symbols. None of them begins with an earlier one.
  static let symbols = all.filter { $0.name.first?.isLetter == false }

  /// Returns a predicate that holds for the values of these kinds.
  private static func kind(_ name: String, _ kinds: ValueKinds, help: String) -> Self {
    Self(name, .kinds(kinds), help: help, .property { kinds.contains(ValueKinds(of: $0)) })
  }

  /// Returns the reason why the predicate can't compare with this value, or `nil` if it can.
  func mistake(in value: JSON) -> String? {
    if let mistake = emptiness(of: [value]) { return mistake }
    switch operand {
    case .any: return nil
    case .list: return value.array == nil ? "'\(name)' needs a list" : nil
    case .text: return value.string == nil ? "'\(name)' needs a string" : nil
    case .pattern:
      guard let text = value.string else { return "'\(name)' needs a string" }
      do throws(PatternError) { _ = try Pattern(text) } catch { return "invalid pattern: \(error.message)" }
      return nil
    }
  }

  /// Returns the reason why the comparison with these values says nothing, because it holds for all values or for none.
  func emptiness(of wanted: [JSON]) -> String? {
    switch (operand, wanted.first, wanted.last) {
    case (.list, .array([])?, _): return "nothing is an element of an empty list"
    case (.text, ""?, _), (.pattern, ""?, _): return "'\(name)' with an empty string holds for every string"
    case (_, .object(let object)?, _) where name == "includes" && object.isEmpty:
      return "every object includes an empty one; use isObject"
    case (_, let low?, let high?) where wanted.count == 2:
      let order = try? low.order(high, name)
      return order.map { $0 <= 0 } == false ? "nothing is between \(low.short) and \(high.short)" : nil
    default: return nil
    }
  }

  /// Whether the predicate can be evaluated for a value that doesn't exist.
  var isTestOfExistence: Bool { if case .existence = function { true } else { false } }

  /// The number of compared values.
  var operands: Int {
    switch function {
    case .existence, .property: 0
    case .comparison, .difference, .order: 1
    case .range: 2
    }
  }

  /// Returns why the predicate doesn't hold for the value of a query. Each line describes one mismatch.
  ///
  /// - Parameters:
  ///   - value: The value, or `nil` if there is none.
  ///   - wanted: The compared values.
  ///   - name: The text of the query.
  func mismatches(
    _ value: JSON?, _ wanted: [JSON], _ name: String
  ) throws(EvaluationFailure) -> [String] {
    let found = ["\(name) is \(value?.short ?? "missing")"]
    if case .existence(let holds) = function { return holds(value) ? [] : found }
    if let reason = emptiness(of: wanted) { throw EvaluationFailure(reason) }
    guard let value else {
      throw EvaluationFailure("\(name) does not exist; use 'exists', 'present' or 'absent' to test for it")
    }
    switch (function, wanted.first, wanted.last) {
    case (.property(let holds), _, _):
      do throws(EvaluationFailure) { return try holds(value) ? [] : found } catch {
        throw EvaluationFailure("\(found[0]); \(error)")
      }
    case (.comparison(let holds), let wanted?, _): return try holds(value, wanted) ? [] : found
    case (.difference(let differences), let wanted?, _):
      let all = differences(value, wanted)
      let shown = all.prefix(40).flatMap { $0.lines(top: name) }
      return all.count > 40 ? shown + ["and \(all.count - 40) more differences"] : shown
    case (.order(let holds), let wanted?, _): return holds(try value.order(wanted, name)) ? [] : found
    case (.range, let low?, let high?):
      let (below, above) = (try value.order(low, name), try value.order(high, name))
      return below >= 0 && above <= 0 ? [] : found
    case (.existence, _, _), (.comparison, nil, _), (.difference, nil, _), (.order, nil, _), (.range, _, _): return []
    }
  }
}

extension JSON? {
  fileprivate var isAbsent: Bool { self == nil || self == .null || self == .bool(false) }
}

extension JSON {
  /// Compares two numbers or two strings. Returns a negative number, zero or a positive number.
  fileprivate func order(_ other: JSON, _ name: String) throws(EvaluationFailure) -> Int {
    switch (self, other) {
    case (.number(let left), .number(let right)): return left == right ? 0 : left < right ? -1 : 1
    case (.string(let left), .string(let right)): return left.order(right)
    default:
      throw EvaluationFailure("\(name): \(kind) and \(other.kind) cannot be ordered; only numbers and strings can")
    }
  }

  /// Returns everything that this value has and `value` lacks.
  fileprivate func missing(in value: JSON, _ path: JSONPath) -> [JSONDifference] {
    switch (self, value) {
    case (.object(let wanted), .object(let found)):
      return wanted.flatMap { member -> [JSONDifference] in
        let path = path.appending(member.key)
        guard let value = found[member.key] else {
          return [JSONDifference(path: path, before: member.value, after: nil)]
        }
        return member.value.missing(in: value, path)
      }
    case (.array(let wanted), .array(let found)) where wanted.count == found.count:
      return zip(wanted, found).enumerated().flatMap { $1.0.missing(in: $1.1, path.appending($0)) }
    default: return self == value ? [] : [JSONDifference(path: path, before: self, after: value)]
    }
  }

  fileprivate func contains(_ wanted: JSON) throws(EvaluationFailure) -> Bool {
    switch (self, wanted) {
    case (.string, .string("")): throw EvaluationFailure("'contains' with an empty string holds for every string")
    case (.string(let text), .string(let part)): return text.unicodeScalars.contains(part.unicodeScalars)
    case (.array(let elements), _): return elements.contains(wanted)
    case (.object(let object), .string(let key)): return object[key] != nil
    case (.string, _): throw EvaluationFailure("a string can only contain a string, not \(wanted.kind)")
    case (.object, _): throw EvaluationFailure("an object can only contain a key, not \(wanted.kind)")
    default: return try needed(nil, "a string, a list or an object", by: "contains")
    }
  }

  fileprivate func matches(_ wanted: JSON) throws(EvaluationFailure) -> Bool {
    let (text, wanted) = (try text(for: "matches"), try wanted.text(for: "matches"))
    let pattern: Pattern
    do throws(PatternError) { pattern = try Pattern(wanted) } catch {
      throw EvaluationFailure("invalid pattern: \(error.message)")
    }
    return try pattern.isFound(in: text)
  }

  fileprivate func isEmpty() throws(EvaluationFailure) -> Bool {
    switch self {
    case .string(let text): return text.isEmpty
    case .array(let elements): return elements.isEmpty
    case .object(let object): return object.isEmpty
    case .null, .bool, .number: throw EvaluationFailure("only strings, lists and objects can be empty")
    }
  }

  fileprivate func text(for predicate: String) throws(EvaluationFailure) -> String {
    try needed(string, "a string", by: predicate)
  }
}
