import ColmeiaHTTP
import ColmeiaJSON

/// A kind of network fault of the scenario language. Each one is declared once, in ``all``, from which the parser, the
/// suggestions for mistyped names, the scenario's network and the page about the language take what they need.
package struct FaultKind: Sendable {
  /// What a fault does to requests, with the kind of its argument.
  enum Effect: Sendable {
    case plain(FaultEffect)
    /// With a status, and a body if there is one.
    case withStatus(@Sendable (Int, JSON?) -> FaultEffect)
    /// With the shortest and the longest time.
    case withTime(@Sendable (ClosedRange<Duration>) -> FaultEffect)
  }

  /// The name in the text.
  let name: String
  /// Examples of its use.
  let examples: [String]
  /// The description in the guide.
  let help: String
  /// What it does to requests.
  let effect: Effect

  private init(_ name: String, examples: [String] = [], help: String, _ effect: Effect) {
    (self.name, self.examples, self.help, self.effect) = (name, examples.isEmpty ? [name] : examples, help, effect)
  }
}

extension FaultKind {
  /// All kinds of faults.
  static let all: [FaultKind] = [
    FaultKind("offline", help: "every request fails", .plain(.failure(.offline, cutsStreams: true))),
    FaultKind(
      "timeout", help: "a request fails after 60 seconds",
      .plain(.failure(.timedOut, after: .seconds(60)))),
    FaultKind(
      "status", examples: ["status 503", "status 422 {\"error\": \"…\"}", "status 200 [1, 2]"],
      help: "a response with this status, and this JSON, as a stub. Any JSON but a number is accepted",
      .withStatus { status, body in
        let body = body ?? ["result": "fault"]
        return .response(HTTPResponse(status, headers: ["Content-Type": "application/json"], body: body.bytes()))
      }),
    FaultKind(
      "delay", examples: ["delay 200ms", "delay 1s..3s"], help: "a response is late, by a random time in this range",
      .withTime { .delay($0) }),
    FaultKind("clear", help: "no more faults; with `on \"GET /feed\"`, none of those with this limit", .plain(.clear)),
    FaultKind("online", help: "the same as `clear`", .plain(.clear)),
  ]

  /// All kinds of faults, by their names.
  static let named = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })
  /// The names of all kinds of faults.
  static let names = all.map(\.name)
}

/// What a fault does to the requests that it affects.
package enum FaultEffect: Sendable {
  /// They fail after this time. If the fault cuts streams, so do open streams and WebSockets, at once.
  case failure(Failure, after: Duration = .zero, cutsStreams: Bool = false)
  /// They get this response, and nothing is sent.
  case response(HTTPResponse)
  /// Their responses are late by a random time in this range.
  case delay(ClosedRange<Duration>)
  /// Other faults end.
  case clear

  /// The errors with which requests fail.
  package enum Failure: Sendable { case offline, timedOut }

  /// Whether other faults end.
  package var isClear: Bool { if case .clear = self { true } else { false } }

  /// The times by which responses are late, or `nil` if it isn't a delay.
  package var delay: ClosedRange<Duration>? { if case .delay(let times) = self { times } else { nil } }

  /// Whether open streams and WebSockets are cut.
  package var cutsStreams: Bool { if case .failure(_, _, let cutsStreams) = self { cutsStreams } else { false } }
}

/// A kind of fault with its argument, as it is written in a scenario.
package struct FaultCall: Sendable {
  /// The argument of a fault.
  enum Argument: Hashable, Sendable {
    case none
    case status(Int, JSON?)
    case time(ClosedRange<Duration>)
  }

  /// The kind of fault.
  let kind: FaultKind
  /// The argument.
  let argument: Argument
  /// What it does to requests.
  package let effect: FaultEffect
}

extension FaultCall: Hashable {
  package static func == (left: Self, right: Self) -> Bool {
    left.kind.name == right.kind.name && left.argument == right.argument
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(kind.name)
    hasher.combine(argument)
  }
}

/// A network fault.
package struct Fault: Sendable, Hashable {
  /// The kind of fault, and its argument.
  package var call: FaultCall
  /// The device whose requests are affected, or `nil` for all.
  package var device: String?
  /// The affected requests, such as `GET /feed`, or `nil` for all.
  package var pattern: RequestPattern?
  /// The number of affected requests, or `nil` if there is no limit.
  package var times: Int?
  /// The duration of the fault, or `nil` if it lasts until it is cleared.
  package var duration: Duration?
}

extension Fault {
  /// Whether the fault is a response that can still get a body.
  var lacksBody: Bool { if case .status(_, nil) = call.argument { true } else { false } }
}

extension Fault: CustomStringConvertible {
  /// The kind and the pattern, as they are written in a scenario, without the other limits.
  package var description: String {
    var text = call.kind.name
    if case .status(let status, _) = call.argument { text += " \(status)" }
    return text + (pattern.map { " on \"\($0)\"" } ?? "")
  }
}
