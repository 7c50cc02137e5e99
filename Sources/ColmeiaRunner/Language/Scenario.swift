import ColmeiaHTTP
import ColmeiaJSON

/// One scenario of a file: a story about an app, step by step.
public struct Scenario: Sendable, Hashable {
  /// What it is called.
  public var title = ""
  /// What it can be selected by.
  public var tags: [String] = []
  /// The stores it has; none is one without a name.
  public var stores: [String] = []
  /// Where chance begins.
  public var seed: UInt64 = 42
  /// What day it is in its world, as seconds since 1970; `nil` for today.
  public var date: Int?
  /// How long a wait may last that says nothing itself.
  public var timeout: Duration = .seconds(10)
  /// Its variables, in order.
  public var variables: [VariableDefinition] = []
  /// What must hold after each action.
  public var invariants: [Invariant] = []
  /// Its steps, in order.
  public var steps: [ScenarioStep] = []
  /// What is done at the end, whatever happened.
  public var cleanup: [Statement] = []
  /// Where it stands in the text.
  public var range: Range<Int> = 0..<0
}

/// A variable that the head of a scenario defines.
public struct VariableDefinition: Sendable, Hashable {
  /// Where its value comes from.
  public enum Source: Sendable, Hashable {
    /// It is written there.
    case literal(Literal)
    /// From the process's environment.
    case environment(String)
  }
  /// The name.
  public var name: String
  /// Where the value comes from.
  public var source: Source
  /// Whether the value is shown to nobody.
  public var isSecret: Bool
  /// Where the name stands.
  public var range: Range<Int>
}

/// A condition that must hold after each action; if `premise` is there, then only where that holds.
public struct Invariant: Sendable, Hashable {
  /// What it is called.
  public var title: String
  /// When it matters.
  public var premise: Condition?
  /// What must hold.
  public var condition: Condition
  /// Where it stands.
  public var range: Range<Int>
}

/// Some statements under a title.
public struct ScenarioStep: Sendable, Hashable {
  /// The title; empty for what stands before the first one.
  public var title: String
  /// The statements, in order.
  public var statements: [Statement] = []
  /// Where the title stands.
  public var range: Range<Int>
}

/// One line of a step.
public struct Statement: Sendable, Hashable {
  /// What there is to do.
  public indirect enum Kind: Sendable, Hashable {
    /// Send an action.
    case dispatch(ActionText)
    /// Wait until something holds.
    case await(Condition, within: Duration?)
    /// Look whether something holds now.
    case expect(Condition)
    /// Keep a value.
    case capture(String, isSecret: Bool, Query, [Filter])
    /// Let something go wrong.
    case fault(Fault)
    /// Move the clock.
    case advance(Duration)
    /// Wait until nothing is going on.
    case settle(ignoringTimers: Bool, within: Duration?)
    /// Ask the back end directly.
    case request(RawRequest)
    /// Close the app and start it again on the same files.
    case restart
  }
  /// The store it is about; `nil` for the only one.
  public var store: String?
  /// What there is to do.
  public var kind: Kind
  /// Where it stands.
  public var range: Range<Int>
}

/// A request that does not go through a store.
public struct RawRequest: Sendable, Hashable {
  /// The method.
  public var method: HTTPMethod
  /// Path and query.
  public var target: Literal
  /// `Name: value` for each header field.
  public var headers: [Literal]
  /// The body.
  public var body: Literal?
  /// How many lines of a stream are the answer; `nil` for a whole answer.
  public var lines: Int?
  /// How long the answer may take; `nil` for what the scenario says of waits.
  public var limit: Duration?
}

/// Something that goes wrong in the network.
public struct Fault: Sendable, Hashable {
  /// What goes wrong.
  public enum Kind: Sendable, Hashable {
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
  public var kind: Kind
  /// What the server says with its status.
  public var body: JSON?
  /// On what: `GET /feed`; `nil` on everything.
  public var pattern: RequestPattern?
  /// How often; `nil` until it is cleared.
  public var times: Int?
  /// How long; `nil` until it is cleared.
  public var duration: Duration?
}

/// Some requests: `GET /events/*`.
public struct RequestPattern: Sendable, Hashable {
  /// The method; `nil` for any.
  public var method: String?
  /// The path; `*` stands for one segment, at the end for the rest.
  public var path: String

  /// Whether a request is one of them.
  public func matches(method: String, path: String) -> Bool {
    if let wanted = self.method, wanted != method { return false }
    let wanted = self.path.split(separator: "/", omittingEmptySubsequences: true)
    let found = path.split(separator: "/", omittingEmptySubsequences: true)
    if wanted.last == "*", found.count >= wanted.count {
      return zip(wanted.dropLast(), found).allSatisfy { $0 == "*" || $0 == $1 }
    }
    return wanted.count == found.count && zip(wanted, found).allSatisfy { $0 == "*" || $0 == $1 }
  }
}
