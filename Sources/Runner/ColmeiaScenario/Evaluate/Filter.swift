import ColmeiaJSON

/// A filter of the scenario language, which transforms a value. Each one is declared once, in ``all``, from which the
/// parser, `check`, the suggestions for mistyped names and the page about the language take what they need.
package struct Filter: Sendable {
  /// A function that transforms a value, with the kind of its argument.
  enum Function: Sendable {
    case plain(@Sendable (JSON) throws(EvaluationFailure) -> JSON?)
    case withIndex(@Sendable (JSON, Int) throws(EvaluationFailure) -> JSON?)
    case withText(@Sendable (JSON, String) throws(EvaluationFailure) -> JSON?)
  }

  /// What is known about the results before the scenario runs.
  package enum Result: Sendable {
    /// The same type as the value.
    case same
    /// An element of a list; the values of an object's members.
    case element, members
    /// A list of strings.
    case strings
    /// Values of simple types.
    case string, integer, number
  }

  /// The name in the text.
  package let name: String
  /// An example of its use.
  let example: String
  /// The kinds of values to which it can be applied.
  package let input: ValueKinds
  /// The type of its results.
  package let result: Result
  /// Whether it only counts, so that the result of a secret isn't a secret.
  package let isCount: Bool
  /// The description of the result in the guide.
  let help: String
  /// The function.
  let function: Function

  private init(
    _ name: String, example: String? = nil, of input: ValueKinds, _ result: Result, isCount: Bool = false,
    help: String, _ function: Function
  ) {
    (self.name, self.example, self.input, self.result) = (name, example ?? name, input, result)
    (self.isCount, self.help, self.function) = (isCount, help, function)
  }
}

extension Filter {
  /// All filters.
  static let all: [Filter] = [
    Filter(
      "count", of: [.list, .object], .integer, isCount: true,
      help: "the number of elements of a list, or of members of an object",
      .plain { .number(JSONNumber($0.array?.count ?? $0.members.count)) }),
    Filter(
      "length", of: .string, .integer, isCount: true, help: "the number of characters of a string",
      .plain { .number(JSONNumber($0.characters.count)) }),
    Filter("first", of: .list, .element, help: "the first element of a list", .plain { $0.elements.first }),
    Filter("last", of: .list, .element, help: "the last element of a list", .plain { $0.elements.last }),
    Filter(
      "nth", example: "nth 0", of: .list, .element,
      help: "the element of a list at an index; `nth -1` is the last one", .withIndex { $0[$1] }),
    Filter(
      "keys", of: .object, .strings, help: "the list of an object's keys",
      .plain { .array($0.members.keys.map(JSON.string)) }),
    Filter(
      "values", of: .object, .members, help: "the list of an object's values",
      .plain { .array($0.members.map(\.value)) }),
    Filter(
      "sort", of: .list, .same,
      help: "a list in order: `null`, Boolean values, numbers, strings, lists, objects",
      .plain { .array($0.elements.sorted(by: JSON.isBefore)) }),
    Filter("unique", of: .list, .same, help: "a list without duplicates", .plain { .array($0.elements.uniqued) }),
    Filter(
      "join", example: "join \", \"", of: .list, .string, help: "one string from the elements of a list",
      .withText { .string($0.elements.map(\.plainText).joined(separator: $1)) }),
    Filter(
      "split", example: "split \", \"", of: .string, .strings, help: "the list of a string's parts",
      .withText { .array($0.characters.parts(separator: $1).map(JSON.string)) }),
    Filter(
      "lower", of: .string, .string, help: "a string in lower case", .plain { .string($0.characters.lowercased()) }),
    Filter(
      "upper", of: .string, .string, help: "a string in upper case", .plain { .string($0.characters.uppercased()) }),
    Filter(
      "trim", of: .string, .string, help: "a string without white space at its ends",
      .plain { .string($0.characters.trimmed) }),
    Filter(
      "toInt", of: .all, .integer, help: "an integer from a number or a string",
      .plain { value throws(EvaluationFailure) in
        if let whole = try value.parsedNumber(by: "toInt").int { return .number(JSONNumber(whole)) }
        throw EvaluationFailure("toInt: \(value.short) is not an integer that fits in 64 bits")
      }),
    Filter(
      "toFloat", of: .all, .number, help: "the nearest floating-point number of a number or a string",
      .plain { value throws(EvaluationFailure) in
        if let nearest = JSONNumber(try value.parsedNumber(by: "toFloat").double) { return .number(nearest) }
        throw EvaluationFailure("toFloat: \(value.short) is not a number that fits in 64 bits")
      }),
    Filter("toString", of: .all, .string, help: "the text of a value", .plain { .string($0.plainText) }),
  ]

  /// All filters, by their names.
  static let named = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })
  /// The names of all filters.
  package static let names = all.map(\.name)
}

/// A filter with its argument, as it is written in a condition.
package struct FilterCall: Sendable {
  /// The filter.
  package let filter: Filter
  /// The argument, or `nil` if the filter has none.
  let argument: JSON?
  private let function: @Sendable (JSON) throws(EvaluationFailure) -> JSON?

  /// Creates a call of a function that contains the argument.
  init(
    _ filter: Filter, argument: JSON?, _ function: @escaping @Sendable (JSON) throws(EvaluationFailure) -> JSON?
  ) {
    (self.filter, self.argument, self.function) = (filter, argument, function)
  }

  /// Applies the filter to a value.
  func apply(to value: JSON) throws(EvaluationFailure) -> JSON? {
    guard filter.input.contains(ValueKinds(of: value)) else {
      throw EvaluationFailure("\(filter.name) needs \(filter.input.description), not \(value.kind)")
    }
    return try function(value)
  }
}

extension FilterCall: Hashable {
  package static func == (left: Self, right: Self) -> Bool {
    left.filter.name == right.filter.name && left.argument == right.argument
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(filter.name)
    hasher.combine(argument)
  }
}

extension [FilterCall] {
  /// Applies the filters to a result, one after another, until there is no value.
  package func apply(to answer: JSON?) throws(EvaluationFailure) -> JSON? {
    var value = answer
    for call in self { if let present = value { value = try call.apply(to: present) } }
    return value
  }
}

/// The values to which filters are applied. Each filter is applied only to the kinds that it declares.
extension JSON {
  fileprivate var elements: [JSON] { array ?? [] }
  fileprivate var members: JSONObject { object ?? JSONObject() }
  fileprivate var characters: String { string ?? "" }

  /// A string itself, or the JSON of any other value.
  package var plainText: String { string ?? text() }

  /// Returns the number that a number or a string contains.
  fileprivate func parsedNumber(by filter: String) throws(EvaluationFailure) -> JSONNumber {
    let text = plainText.trimmed
    // A string may have a plus sign or leading zeros, which a JSON number can't have.
    let isDecimal = text.utf8.allSatisfy("+-.0123456789Ee".utf8.contains)
    let number =
      JSONNumber(text: text) ?? Int(text).map { JSONNumber($0) }
      ?? (isDecimal ? Double(text).flatMap { JSONNumber($0) } : nil)
    if let number { return number }
    throw notANumber(for: filter)
  }

  fileprivate func notANumber(for filter: String) -> EvaluationFailure {
    EvaluationFailure("\(filter): \(short) is not a number")
  }

  /// Whether one element precedes another. Elements are ordered by type: null, Boolean values, numbers, strings,
  /// arrays, objects.
  fileprivate static func isBefore(_ left: JSON, _ right: JSON) -> Bool {
    switch (left, right) {
    case (.number(let left), .number(let right)): return left < right
    case (.string(let left), .string(let right)):
      return left.order(right) < 0
    default:
      let ranks = (ValueKinds(of: left).rawValue, ValueKinds(of: right).rawValue)
      return ranks.0 < ranks.1 || (ranks.0 == ranks.1 && left.text() < right.text())
    }
  }
}

extension [JSON] {
  fileprivate var uniqued: [JSON] {
    var seen: Set<JSON> = []
    return filter { seen.insert($0).inserted }
  }
}

extension String {
  /// Compares the scalars of two strings. Returns a negative number, zero or a positive number.
  func order(_ other: String) -> Int {
    if utf8.lexicographicallyPrecedes(other.utf8) { return -1 }
    return isIdentical(to: other) ? 0 : 1
  }

  fileprivate var trimmed: String {
    String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }

  /// Returns the parts between separators, or the characters if the separator is empty.
  fileprivate func parts(separator: String) -> [String] {
    if separator.isEmpty { return map { String($0) } }
    // By scalars, because CR and LF are one character.
    return unicodeScalars.split(separator: separator.unicodeScalars, omittingEmptySubsequences: false).map {
      String($0)
    }
  }
}
