import ColmeiaHTTP
import ColmeiaJSON
import ColmeiaSecrets

/// A scenario of a file: a sequence of steps that an app must complete.
package struct Scenario: Sendable, Hashable {
  /// The title.
  package var title = ""
  /// The tags by which the scenario can be selected.
  package var tags: [String] = []
  /// The names of the stores. If empty, there is one store without a name.
  package var stores: [String] = []
  /// The seed of the world's random numbers.
  package var seed: UInt64 = 42
  /// The time at which the world begins, in seconds since 1970, or `nil` for the current time.
  package var date: Int?
  /// The default time limit for waiting.
  package var timeout: Duration = .seconds(10)
  /// The variables, in order.
  package var variables: [VariableDefinition] = []
  /// The conditions that must hold after each action.
  package var invariants: [Invariant] = []
  /// The steps, in order.
  package var steps: [ScenarioStep] = []
  /// The rows of data, for each of which the scenario is run. Empty in a parsed file, in which each row is a scenario.
  var rows: [DataRow] = []
  /// The statements that run at the end, in any case.
  package var cleanup: [Statement] = []
  /// The scenario's range in the text.
  package var range: Range<Int> = 0..<0
}

/// A variable that is defined in the head of a scenario.
package struct VariableDefinition: Sendable, Hashable {
  /// The source of a variable's value.
  package enum Source: Sendable, Hashable {
    /// The value is in the scenario.
    case literal(Literal)
    /// The value of an environment variable of the process.
    case environment(String)
  }
  /// The name.
  package var name: String
  /// The source of the value.
  package var source: Source
  /// Whether the value is masked in all output.
  package var isSecret: Bool
  /// The range of the name in the text.
  package var range: Range<Int>

  /// Returns the message about a secret that a masker refuses.
  package static func unhidable(_ name: String) -> String {
    """
    the secret '\(name)' can't be hidden: it must have at least \(Masker.shortest) characters, and can't be a word such \
    as 'true'
    """
  }
}

/// A row of data.
struct DataRow: Sendable, Hashable {
  /// The name, which is shown after the title of the scenario.
  var name: String
  /// The variables.
  var variables: [VariableDefinition]
}

/// A sequence of statements with a name, which can be called from scenarios and other procedures.
package struct Procedure: Sendable, Hashable {
  /// The name.
  var name: String
  /// The names of the variables that the arguments of a call define.
  package var parameters: [String]
  /// The statements, in order.
  package var statements: [Statement]

  /// The names of the variables that the statements capture.
  var captures: Set<String> {
    Set(
      statements.flatMap { statement -> [String] in
        switch statement.kind {
        case .capture(let name, _, _, _): [name]
        case .call(let call): Array(call.procedure.captures)
        default: []
        }
      })
  }
}

/// A call of a procedure.
package struct ProcedureCall: Sendable, Hashable {
  /// The procedure, with the store of the call in its statements.
  package var procedure: Procedure
  /// The arguments, one for each parameter.
  package var arguments: [Literal]
}

/// A condition that must hold after each action, or, if there is a premise, after each action for which the premise
/// holds.
package struct Invariant: Sendable, Hashable {
  /// The title.
  package var title: String
  /// The condition under which the invariant applies, or `nil` if it always does.
  package var premise: Condition?
  /// The condition that must hold.
  package var condition: Condition
  /// The invariant's range in the text.
  package var range: Range<Int>
}

/// A sequence of statements with a title.
package struct ScenarioStep: Sendable, Hashable {
  /// The title. Empty for the statements before the first title.
  package var title: String
  /// The statements, in order.
  package var statements: [Statement] = []
  /// The title's range in the text.
  package var range: Range<Int>
}

/// A statement of a step.
package struct Statement: Sendable, Hashable {
  /// The kinds of statements.
  package indirect enum Kind: Sendable, Hashable {
    /// Sends an action.
    case dispatch(ActionText)
    /// Waits until a condition holds.
    case await(Condition, within: Duration?)
    /// Checks that a condition holds now.
    case expect(Condition)
    /// Stores the result of a query in a variable.
    case capture(String, isSecret: Bool, Query, [FilterCall])
    /// Injects a fault.
    case fault(Fault)
    /// Moves the clock of the scenario.
    case advance(Duration)
    /// Waits until no work is pending.
    case settle(ignoringTimers: Bool, within: Duration?)
    /// Sends a request to the back end directly.
    case request(RawRequest)
    /// Closes the app and starts it again with the same files.
    case restart
    /// Carries out the statements of a procedure.
    case call(ProcedureCall)

    /// Whether it is about one store.
    var isOfStore: Bool {
      switch self {
      case .dispatch, .restart: true
      case .await(let condition, _), .expect(let condition): condition.query.isOfStore
      case .capture(_, _, let query, _): query.isOfStore
      case .call(let call): call.procedure.statements.contains { $0.kind.isOfStore }
      case .fault, .advance, .settle, .request: false
      }
    }
  }
  /// The name of the statement's store, or `nil` if there is only one.
  package var store: String?
  /// The kind of statement.
  package var kind: Kind
  /// Whether the scenario goes on after it has failed.
  package var isSoft = false
  /// The statement's range in the text.
  package var range: Range<Int>

  /// Returns the statement for a store, unless it names another one.
  func of(_ store: String?) -> Statement {
    guard let store, self.store == nil else { return self }
    var named = self
    named.store = store
    switch kind {
    case .fault(var fault):
      fault.device = store
      named.kind = .fault(fault)
    case .call(var call):
      call.procedure.statements = call.procedure.statements.map { $0.of(store) }
      named.kind = .call(call)
    default: break
    }
    return named
  }
}

/// A request that the scenario itself sends.
package struct RawRequest: Sendable, Hashable {
  /// The method.
  package var method: HTTPMethod
  /// The path and query.
  package var target: Literal
  /// The items that are added to the query: an object, in which a list is a repeated item.
  package var query: Literal?
  /// The header fields, each as `Name: value`. A name may be repeated.
  package var headers: [Literal] = []
  /// The user's name and password for basic authorization, or nothing.
  package var login: [Literal] = []
  /// The body.
  package var body: RawBody?
  /// Whether redirects are followed.
  package var followsRedirects = false
  /// Whether it has the cookies of earlier requests of its store, and keeps those of the response.
  package var keepsCookies = false
  /// The number of lines of a stream that form the response, or `nil` for a complete response.
  package var lines: Int?
  /// The condition until which the request is repeated, and the time between two requests, or `nil` to send it once.
  package var retry: RequestRetry?
  /// The time limit for the response, or for all responses, or `nil` for the scenario's default.
  package var limit: Duration?

  /// All literals of the request.
  package var literals: [Literal] { [target] + headers + login + [query, body?.value].compactMap(\.self) }

  /// Returns a header field of the form `Name: value`, whose value may be empty, or `nil` if it has no colon.
  package static func field(_ text: String) -> HTTPHeaders.Field? {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    return HTTPHeaders.Field(String(parts[0]), String(parts[1].hasPrefix(" ") ? parts[1].dropFirst() : parts[1]))
  }

  /// Returns the name of an item of a query or a form that is neither a simple value nor a list of them.
  package static func nested(_ items: JSONObject) -> String? {
    items.first { member in
      (member.value.array ?? [member.value]).contains { $0.array != nil || $0.object != nil }
    }?.key
  }

  package static func nestedReason(_ name: String) -> String {
    "'\(name)' must be a string, a number, true or false, or a list of them; put other JSON in a string"
  }
}

/// The repetition of a request.
package struct RequestRetry: Sendable, Hashable {
  /// The condition that ends it.
  package var condition: Condition
  /// The time from a response to the next request.
  package var interval: Duration
}

/// The body of a request that the scenario itself sends.
package struct RawBody: Sendable, Hashable {
  /// The forms in which a body can be written. All but the first are written before the value.
  package enum Form: String, CaseIterable, Sendable {
    /// A JSON value. A string is sent as text if the type of the content isn't JSON.
    case json
    /// A string.
    case text
    /// An object, as `application/x-www-form-urlencoded`.
    case form
    /// The path of a file, from the folder of the scenario file.
    case file
    /// Bytes in hexadecimal notation.
    case bytes
  }
  /// The form.
  package var form: Form
  /// The value.
  package var value: Literal
}

/// A pattern that matches requests, such as `GET /events/*`.
package struct RequestPattern: Sendable, Hashable {
  /// The method, or `nil` for any method.
  package var method: String?
  /// The path. `*` matches one path component, or at the end, all remaining ones.
  package var path: String

  /// Whether the pattern matches a request.
  package func matches(method: String, path: String) -> Bool {
    if let wanted = self.method, wanted != method { return false }
    let wanted = self.path.split(separator: "/", omittingEmptySubsequences: true)
    let found = path.split(separator: "/", omittingEmptySubsequences: true)
    if wanted.last == "*", found.count >= wanted.count {
      return zip(wanted.dropLast(), found).allSatisfy { $0 == "*" || $0 == $1 }
    }
    return wanted.count == found.count && zip(wanted, found).allSatisfy { $0 == "*" || $0 == $1 }
  }
}

extension RequestPattern: CustomStringConvertible {
  /// The pattern as it is written in a scenario.
  package var description: String { "\(method ?? "*") \(path)" }
}
