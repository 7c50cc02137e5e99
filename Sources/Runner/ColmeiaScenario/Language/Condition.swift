import ColmeiaJSON

/// A query with a predicate for its result.
package struct Condition: Sendable, Hashable {
  /// The query.
  package var query: Query
  /// The filters that transform the result before the predicate is applied.
  package var filters: [FilterCall]
  /// Whether the predicate must not hold.
  package var isNegated: Bool
  /// The predicate.
  package var predicate: PredicateCall
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

  /// Returns the query with its variables replaced.
  package func resolved(_ variables: Variables) throws(EvaluationFailure) -> Query {
    switch self {
    case .state(let path): .state(try variables.resolved(path))
    case .screen(let path): .screen(try variables.resolved(path))
    case .answer(.body(let path)): .answer(.body(try variables.resolved(path)))
    case .http(let pattern, .body(let path)?): .http(pattern, .body(try variables.resolved(path)))
    case .answer, .http, .effects, .actions, .clock, .fact, .variable: self
    }
  }

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
  package var cases: [String] { text.split(separator: ".", omittingEmptySubsequences: false).map(String.init) }

  /// Creates a name.
  package init(text: String, range: Range<Int>) { (self.text, self.range) = (text, range) }
}

/// A part of a request or of its response.
package enum ExchangePart: Sendable, Hashable {
  /// The status of the response.
  case status
  /// The body, as JSON.
  case body(QueryPath)
  /// The body, as text.
  case text
  /// The first header field with this name.
  case header(String)
  /// All header fields with this name, as a list.
  case headers(String)
  /// An item of the query.
  case query(String)
  /// The text of the error, if there was no response.
  case error
}

extension ExchangePart {
  /// The name of the part, as it is written in a scenario.
  var name: String {
    switch self {
    case .status: "status"
    case .body(let path): path.steps.isEmpty ? "body" : "body \(path)"
    case .text: "text"
    case .header(let name): "header \"\(name)\""
    case .headers(let name): "headers \"\(name)\""
    case .query(let name): "query \"\(name)\""
    case .error: "error"
    }
  }
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

/// A predicate with the values that it compares, as it is written in a condition.
package struct PredicateCall: Sendable {
  /// The predicate.
  package let predicate: ValuePredicate
  /// The compared values.
  package let values: [Literal]
}

extension PredicateCall: Hashable {
  package static func == (left: Self, right: Self) -> Bool {
    left.predicate.name == right.predicate.name && left.values == right.values
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(predicate.name)
    hasher.combine(values)
  }
}

extension Condition {
  /// Whether the condition can be evaluated for a value that doesn't exist.
  package var isTestOfExistence: Bool { predicate.predicate.isTestOfExistence }
}
