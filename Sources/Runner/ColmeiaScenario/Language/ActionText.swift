import ColmeiaJSON

/// An action as it is written in a scenario: `feed.load "husky"`, `chat.room(7).send {"text": "hi"}`.
package struct ActionText: Sendable, Hashable {
  /// The name of a case, with its payloads in parentheses.
  package struct Segment: Sendable, Hashable {
    /// The name of the case.
    package var name: String
    /// The payloads, with their labels.
    package var arguments: [Argument]
    /// The name's range in the text.
    package var range: Range<Int>
  }
  /// A payload in parentheses.
  package struct Argument: Sendable, Hashable {
    /// The label, or `nil` if there is none.
    package var label: String?
    /// The value.
    package var value: Literal
  }

  /// The cases, outermost first.
  package var segments: [Segment]
  /// The payload after the cases.
  package var payload: Literal?
  /// The range of the cases in the text.
  package var range: Range<Int>

  /// The names of the cases, separated by dots: `chat.room.send`.
  package var name: String { segments.map(\.name).joined(separator: ".") }

  /// The cases with their payloads in parentheses: `chat.room(7).send`.
  package var written: String { segments.map(\.written).joined(separator: ".") }

  /// The literals of the payloads.
  package var variables: [Literal] { segments.flatMap { $0.arguments.map(\.value) } + (payload.map { [$0] } ?? []) }

  /// Returns the action as JSON, in the representation of `JSONCoding` for cases.
  package func json(_ variables: Variables) throws(EvaluationFailure) -> JSON {
    var value: JSON?
    if let payload { value = try variables.resolved(payload) }
    for segment in segments.reversed() {
      if !segment.arguments.isEmpty {
        value = [segment.name: try Self.arguments(segment.arguments, value, variables)]
      } else {
        value = value.map { [segment.name: $0] } ?? .string(segment.name)
      }
    }
    return value ?? .null
  }

  private static func arguments(
    _ arguments: [Argument], _ rest: JSON?, _ variables: Variables
  ) throws(EvaluationFailure) -> JSON {
    var all: [(label: String?, value: JSON)] = []
    for argument in arguments { all.append((argument.label, try variables.resolved(argument.value))) }
    if let rest { all.append((nil, rest)) }
    if all.allSatisfy({ $0.label == nil }) { return all.count == 1 ? all[0].value : .array(all.map(\.value)) }
    var object = JSONObject()
    for (index, argument) in all.enumerated() { object[argument.label ?? "_\(index)"] = argument.value }
    return .object(object)
  }

  /// Returns the range in the text of the part that is at a path in the action's JSON.
  package func range(of path: JSONPath) -> Range<Int> {
    var steps = path.steps[...]
    for segment in segments {
      guard steps.popFirst() == .key(segment.name) else { break }
      if segment.arguments.isEmpty { continue }
      let isWhole = segment.arguments.count == 1 && segments.last == segment && payload == nil
      if isWhole, segment.arguments[0].label == nil { return segment.arguments[0].value.range }
      let step = steps.popFirst()
      for (index, argument) in segment.arguments.enumerated() {
        if step == .index(index) || step == .key(argument.label ?? "_\(index)") { return argument.value.range }
      }
    }
    return payload?.range ?? range
  }
}

extension ActionText.Segment {
  /// The case with its payloads in parentheses, as in `room(7)`.
  package var written: String {
    if arguments.isEmpty { return name }
    let values = arguments.map { argument in
      (argument.label.map { "\($0): " } ?? "")
        + (argument.value.template.string.flatMap(Literal.variable).map { "{{\($0)}}" }
          ?? argument.value.template.text())
    }
    return "\(name)(\(values.joined(separator: ", ")))"
  }
}
