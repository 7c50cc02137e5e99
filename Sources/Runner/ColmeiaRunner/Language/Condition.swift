import ColmeiaJSON

/// A query with a predicate for its result.
package struct Condition: Sendable, Hashable {
  /// The query.
  package var query: Query
  /// The filters that transform the result before the predicate is applied.
  package var filters: [Filter]
  /// Whether the predicate must not hold.
  package var isNegated: Bool
  /// The predicate.
  package var predicate: Predicate
  /// The condition's range in the text.
  package var range: Range<Int>
}

/// A query about a world.
package enum Query: Sendable, Hashable {
  /// The state of the store.
  case state(QueryPath)
  /// The content of the screen.
  case screen(QueryPath)
  /// A part of the last response to a `request` statement.
  case answer(ExchangePart)
  /// The requests that were sent, oldest first, or a part of the last one.
  case http(RequestPattern, ExchangePart?)
  /// The effects in a phase, either all or those with a name.
  case effects(EventName?, EffectPhase)
  /// The reduced actions, either all or those with a name.
  case actions(EventName?)
  /// The number of seconds since the world began.
  case clock
  /// A fact that the app provides, such as `token`.
  case fact(String)
  /// The value of a variable.
  case variable(String)

  /// Whether it is about one store.
  var isOfStore: Bool {
    switch self {
    case .state, .screen, .http, .effects, .actions, .fact: true
    case .answer, .clock, .variable: false
    }
  }
}

/// A name of actions or effects: `feed.load`, or `feed` for all of that feature.
package struct EventName: Sendable, Hashable {
  /// The names of the cases, separated by dots.
  package var text: String
  /// The name's range in the text.
  package var range: Range<Int>

  /// The names of the cases.
  var cases: [String] { text.split(separator: ".", omittingEmptySubsequences: false).map(String.init) }

}

/// A part of a request or of its response.
package enum ExchangePart: Sendable, Hashable {
  /// The status of the response.
  case status
  /// The body, as JSON.
  case body(QueryPath)
  /// A header field.
  case header(String)
  /// An item of the query.
  case query(String)
  /// The text of the error, if there was no response.
  case error
}

/// The phases of effects.
package enum EffectPhase: String, Sendable, Hashable, CaseIterable {
  /// Running or waiting to run.
  case pending
  /// Requested by a reducer at any time.
  case requested
  /// Cancelled, either while running or before they started.
  case cancelled
  /// Ended without being cancelled.
  case completed
}

/// A transformation of a value.
package enum Filter: Sendable, Hashable {
  /// The number of elements or members.
  case count
  /// The first or the last element of an array.
  case first, last
  /// The element at an index.
  case nth(Int)
  /// The keys or the values of an object.
  case keys, values
  /// The sorted elements; the elements without duplicates.
  case sort, unique
  /// Joins strings into one; splits a string.
  case join(String), split(String)
  /// A string in another case, without surrounding white space, or its length.
  case lower, upper, trim, length
  /// The value converted to another type.
  case toInt, toFloat, toString

  /// The filters without arguments, by their names in the text.
  static let plain: [String: Filter] = {
    let all: [Filter] = [
      .count, .first, .last, .keys, .values, .sort, .unique, .lower, .upper, .trim, .length, .toInt, .toFloat,
      .toString,
    ]
    return Dictionary(uniqueKeysWithValues: all.map { ("\($0)", $0) })
  }()

  /// The names of all filters in the text.
  static let names = plain.keys.sorted() + ["nth", "join", "split"]
}

extension Condition {
  /// A condition on a value.
  package enum Predicate: Sendable, Hashable {
    /// A comparison with a value.
    case compare(Comparison, Literal)
    /// In a range between two values, including both.
    case between(Literal, Literal)
    /// A property of the value, such as `present`.
    case property(Property)

    /// The comparisons of two values.
    package enum Comparison: String, Sendable, Hashable, CaseIterable {
      /// The two values are equal.
      case equal = "=="
      /// The two values differ.
      case notEqual = "!="
      /// Order of numbers or strings.
      case lessOrEqual = "<=", greaterOrEqual = ">=", less = "<", greater = ">"
      /// A string contains a substring, an array an element, or an object a key.
      case contains
      /// A string begins or ends with another one.
      case startsWith, endsWith
      /// A pattern, which is a regular expression without back references, occurs in a string.
      case matches
      /// The value is an element of a list.
      case oneOf
      /// The value has everything that the other one has, at any depth.
      case includes

      /// Returns the kind of value that this comparison needs instead of this one, or `nil` if it is possible.
      func kindNeeded(insteadOf value: JSON) -> String? {
        switch self {
        case .startsWith, .endsWith, .matches: value.string == nil ? "a string" : nil
        case .oneOf: value.array == nil ? "a list" : nil
        case .equal, .notEqual, .lessOrEqual, .greaterOrEqual, .less, .greater, .contains, .includes: nil
        }
      }
    }

    /// The properties of a value.
    package enum Property: String, Sendable, Hashable, CaseIterable {
      /// Whether there is a value.
      case exists, present, absent
      /// Whether the value is empty.
      case isEmpty
      /// The type of the value.
      case isNull, isString, isNumber, isBool, isList, isObject
    }

    /// The names of all predicates in the text.
    static let names = Comparison.allCases.map(\.rawValue) + ["between"] + Property.allCases.map(\.rawValue)
  }
}

extension Condition {
  /// Whether the condition can be evaluated for a value that doesn't exist.
  var isTestOfExistence: Bool {
    guard case .property(let property) = predicate else { return false }
    return [.exists, .present, .absent].contains(property)
  }
}
