import ColmeiaJSON

/// An action as people write it: `feed.load "husky"`, `chat.room(7).send {"text": "hi"}`.
package struct ActionText: Sendable, Hashable {
  /// The name of a case, with the payloads that stand in parentheses.
  package struct Segment: Sendable, Hashable {
    /// The name of the case.
    package var name: String
    /// Its payloads, with their labels.
    package var arguments: [Argument]
    /// Where the name stands.
    package var range: Range<Int>
  }
  /// A payload in parentheses.
  package struct Argument: Sendable, Hashable {
    /// Its label, if it has one.
    package var label: String?
    /// The value.
    package var value: Literal
  }

  /// The cases, outermost first.
  package var segments: [Segment]
  /// The payload behind them.
  package var payload: Literal?
  /// Where it stands.
  package var range: Range<Int>

  /// The names, with points between: `chat.room.send`.
  package var name: String { segments.map(\.name).joined(separator: ".") }

  /// The names of the variables in it.
  package var variables: [Literal] { segments.flatMap { $0.arguments.map(\.value) } + (payload.map { [$0] } ?? []) }

  /// The action as JSON, in the form that `JSONCoding` has for cases.
  func json(_ variables: Variables) throws(EvaluationFailure) -> JSON {
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

  /// A value of an enum in the words of a scenario; `depth` says how many cases stand inside each other.
  package static func text(_ json: JSON, depth: Int = .max) -> String {
    var (names, value): ([String], JSON?) = ([], json)
    for level in 0..<max(1, depth) {
      if let object = value?.object, object.count == 1, let member = object.members.first, level < depth {
        names.append(member.key)
        value = member.value
      } else {
        if names.count < depth, let name = value?.string, isName(name) {
          names.append(name)
          value = nil
        }
        break
      }
    }
    return names.joined(separator: ".") + (value.map { (names.isEmpty ? "" : " ") + $0.text() } ?? "")
  }

  private static func isName(_ text: String) -> Bool {
    !text.isEmpty && text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" } && text.first?.isNumber == false
  }
}
