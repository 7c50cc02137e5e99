import ColmeiaJSON

/// A question with what its answer should be.
package struct Condition: Sendable, Hashable {
  /// What is asked.
  package var query: Query
  /// What is made of the answer before it is looked at.
  package var filters: [Filter]
  /// Whether the predicate must not hold.
  package var isNegated: Bool
  /// What must hold.
  package var predicate: Predicate
  /// Where it stands.
  package var range: Range<Int>
}

/// What can be asked of a world.
package enum Query: Sendable, Hashable {
  /// The state of the store.
  case state(QueryPath)
  /// What the screen shows.
  case screen(QueryPath)
  /// The last answer to a `request`.
  case answer(ExchangePart)
  /// The requests that went out, oldest first, or a part of the last one.
  case http(RequestPattern, ExchangePart?)
  /// Effects of this name, or all.
  case effects(String?, EffectPhase)
  /// The actions of this name that were reduced, or all.
  case actions(String?)
  /// Seconds since the world began.
  case clock
  /// Something else that the app tells, such as `token`.
  case fact(String)
  /// The value of a variable.
  case variable(String)
}

/// A part of a request or of its answer.
package enum ExchangePart: Sendable, Hashable {
  /// The status of the answer.
  case status
  /// The body, as JSON.
  case body(QueryPath)
  /// A header field.
  case header(String)
  /// An item of the query.
  case query(String)
}

/// How far effects are.
package enum EffectPhase: String, Sendable, Hashable, CaseIterable {
  /// Running, or waiting to run.
  case pending
  /// Effects that a reducer has ever asked for.
  case requested
  /// Cancelled, or given up before they began.
  case cancelled
  /// Effects that ended by themselves.
  case completed
}

/// What makes another value of a value.
package enum Filter: Sendable, Hashable {
  /// How many.
  case count
  /// The first or the last element of a list.
  case first, last
  /// The element at an index.
  case nth(Int)
  /// The keys of an object, its values.
  case keys, values
  /// In order; each once.
  case sort, unique
  /// One text of many; many of one.
  case join(String), split(String)
  /// Texts in another case, without white space around them, or their length.
  case lower, upper, trim, length
  /// The value as another type.
  case toInt, toFloat, toString

  /// Those that stand alone, by the names as which they are written.
  static let plain: [String: Filter] = {
    let all: [Filter] = [
      .count, .first, .last, .keys, .values, .sort, .unique, .lower, .upper, .trim, .length, .toInt, .toFloat,
      .toString,
    ]
    return Dictionary(uniqueKeysWithValues: all.map { ("\($0)", $0) })
  }()

  /// The names of all, as they are written.
  static let names = plain.keys.sorted() + ["nth", "join", "split"]
}

extension Condition {
  /// What must hold of a value.
  package enum Predicate: Sendable, Hashable {
    /// Compared with a value.
    case compare(Comparison, Literal)
    /// Between two values, both included.
    case between(Literal, Literal)
    /// A property of the value alone, such as `present`.
    case property(Property)

    /// How two values are compared.
    package enum Comparison: String, Sendable, Hashable, CaseIterable {
      /// The same.
      case equal = "=="
      /// The two values differ.
      case notEqual = "!="
      /// Numbers, or texts, in order.
      case lessOrEqual = "<=", greaterOrEqual = ">=", less = "<", greater = ">"
      /// A text has a part, a list an element, an object a key.
      case contains
      /// A text begins or ends with another one.
      case startsWith, endsWith
      /// A pattern, a regular expression without back references, is found.
      case matches
      /// One of a list.
      case oneOf
      /// All that the other has, however deep.
      case includes
    }

    /// What a value is.
    package enum Property: String, Sendable, Hashable, CaseIterable {
      /// Whether there is one.
      case exists, present, absent
      /// Whether it has nothing in it.
      case isEmpty
      /// Of what type it is.
      case isNull, isString, isNumber, isBool, isList, isObject
    }

    /// The names of all, as they are written.
    static let names = Comparison.allCases.map(\.rawValue) + ["between"] + Property.allCases.map(\.rawValue)
  }
}
