import ColmeiaHTTP
import ColmeiaJSON

/// One scenario of a file: a story about an app, step by step.
package struct Scenario: Sendable, Hashable {
  /// What it is called.
  package var title = ""
  /// What it can be selected by.
  package var tags: [String] = []
  /// The stores it has; none is one without a name.
  package var stores: [String] = []
  /// Where chance begins.
  package var seed: UInt64 = 42
  /// What day it is in its world, as seconds since 1970; `nil` for today.
  package var date: Int?
  /// How long a wait may last that says nothing itself.
  package var timeout: Duration = .seconds(10)
  /// Its variables, in order.
  package var variables: [VariableDefinition] = []
  /// What must hold after each action.
  package var invariants: [Invariant] = []
  /// Its steps, in order.
  package var steps: [ScenarioStep] = []
  /// What is done at the end, whatever happened.
  package var cleanup: [Statement] = []
  /// Where it stands in the text.
  package var range: Range<Int> = 0..<0
}

/// A variable that the head of a scenario defines.
package struct VariableDefinition: Sendable, Hashable {
  /// Where its value comes from.
  package enum Source: Sendable, Hashable {
    /// It is written there.
    case literal(Literal)
    /// From the process's environment.
    case environment(String)
  }
  /// The name.
  package var name: String
  /// Where the value comes from.
  package var source: Source
  /// Whether the value is shown to nobody.
  package var isSecret: Bool
}

/// A condition that must hold after each action; if `premise` is there, then only where that holds.
package struct Invariant: Sendable, Hashable {
  /// What it is called.
  package var title: String
  /// When it matters.
  package var premise: Condition?
  /// What must hold.
  package var condition: Condition
  /// Where it stands.
  package var range: Range<Int>
}

/// Some statements under a title.
package struct ScenarioStep: Sendable, Hashable {
  /// The title; empty for what stands before the first one.
  package var title: String
  /// The statements, in order.
  package var statements: [Statement] = []
  /// Where the title stands.
  package var range: Range<Int>
}

/// One line of a step.
package struct Statement: Sendable, Hashable {
  /// What there is to do.
  package indirect enum Kind: Sendable, Hashable {
    /// Send an action.
    case dispatch(ActionText)
    /// Wait until something holds.
    case await(Condition, within: Duration?)
    /// Look whether something holds now.
    case expect(Condition)
    /// Stores an answer in a variable.
    case capture(String, isSecret: Bool, Query, [Filter])
    /// Let something go wrong.
    case fault(Fault)
    /// Moves the clock of the scenario.
    case advance(Duration)
    /// Wait until nothing is going on.
    case settle(ignoringTimers: Bool, within: Duration?)
    /// Ask the back end directly.
    case request(RawRequest)
    /// Close the app and start it again on the same files.
    case restart
  }
  /// The store it is about; `nil` for the only one.
  package var store: String?
  /// What there is to do.
  package var kind: Kind
  /// Where it stands.
  package var range: Range<Int>
}

/// A request that does not go through a store.
package struct RawRequest: Sendable, Hashable {
  /// The method.
  package var method: HTTPMethod
  /// Path and query.
  package var target: Literal
  /// `Name: value` for each header field.
  package var headers: [Literal]
  /// The body.
  package var body: Literal?
  /// How many lines of a stream are the answer; `nil` for a whole answer.
  package var lines: Int?
  /// How long the answer may take; `nil` for what the scenario says of waits.
  package var limit: Duration?
}

/// Something that goes wrong in the network.
package struct Fault: Sendable, Hashable {
  /// What goes wrong.
  package enum Kind: Sendable, Hashable {
    /// There is no connection.
    case offline
    /// There is one again, and no other fault.
    case clear
    /// Nobody answers in time.
    case timeout
    /// The server answers with this status.
    case status(Int)
    /// The answer comes later, by a time between these.
    case delay(Duration, Duration)
  }
  /// What goes wrong.
  package var kind: Kind
  /// What the server says with its status.
  package var body: JSON?
  /// On what: `GET /feed`; `nil` on everything.
  package var pattern: RequestPattern?
  /// How often; `nil` until it is cleared.
  package var times: Int?
  /// How long; `nil` until it is cleared.
  package var duration: Duration?
}

/// Some requests: `GET /events/*`.
package struct RequestPattern: Sendable, Hashable {
  /// The method; `nil` for any.
  package var method: String?
  /// The path; `*` stands for one segment, at the end for the rest.
  package var path: String

  /// Whether a request is one of them.
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
