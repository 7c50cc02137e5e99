import ColmeiaJSON
import ColmeiaScenario

extension Shape {
  /// The kinds of values that have this shape.
  var kinds: ValueKinds {
    switch self {
    case .record, .partial, .map: .object
    case .choice, .unlisted: [.string, .object]
    case .list: .list
    case .optional(let shape): shape.kinds.union(.null)
    case .text, .names: .string
    case .integer, .number: .number
    case .bool: .bool
    case .again, .given, .any: .all
    }
  }

  /// A reason why no value of a shape is equal to another value.
  struct Mismatch: Hashable {
    var message: String
    var hint: String?
  }

  /// Returns the reason why no value of this shape is equal to `value`, or has all that `value` has. Returns `nil` if
  /// there may be one.
  ///
  /// - Parameter path: The path from the compared value to this one.
  func mismatch(with value: JSON, at path: JSONPath = JSONPath()) -> Mismatch? {
    let subject = path.steps.isEmpty ? "this value" : "'\(path)'"
    if !kinds.contains(ValueKinds(of: value)) {
      return Mismatch(message: "\(subject) is \(kinds.description), not \(ValueKinds(of: value).description)")
    }
    switch (unwrapped, value) {
    case (.choice, _), (.unlisted, _), (.names, _): return unwrapped.caseMismatch(with: value, at: path, subject)
    case (.integer, .number(let number)) where number.double != number.double.rounded():
      return Mismatch(message: "\(subject) is an integer, not \(number)")
    case (.list(let element), .array(let elements)):
      return elements.enumerated().lazy.compactMap { element.mismatch(with: $1, at: path.appending($0)) }.first
    case (.map(let shape), .object(let object)):
      return object.members.lazy.compactMap { shape.mismatch(with: $0.value, at: path.appending($0.key)) }.first
    case (.record(let fields), .object(let object)):
      for member in object {
        if let field = fields.first(where: { $0.name == member.key }) {
          if field.isSure, let found = field.shape.mismatch(with: member.value, at: path.appending(member.key)) {
            return found
          }
        } else if !fields.isEmpty {
          let known = KnownNames.listed(fields.map(\.name))
          return Mismatch(message: "\(subject) has no '\(member.key)'", hint: known.hint(for: member.key))
        }
      }
      return nil
    default: return nil
    }
  }

  /// Returns the reason why no case of this enum is encoded as `value`.
  private func caseMismatch(with value: JSON, at path: JSONPath, _ subject: String) -> Mismatch? {
    let payload = value.object.flatMap { $0.count == 1 ? $0.members.first : nil }
    guard let known = KnownNames(self), let name = value.string ?? payload?.key else { return nil }
    guard known.has(name) else {
      return Mismatch(message: "\(subject) is never \"\(name)\"", hint: known.hint(for: name))
    }
    guard let found = self.known(name), found.isWhole, !found.isOpen, let fields = found.payload else { return nil }
    if fields.isEmpty {
      return payload.map { _ in Mismatch(message: "'\(name)' has no payload", hint: "write \"\(name)\"") }
    }
    guard let payload else {
      if fields.count == 1, fields[0].shape.kinds.contains(.null) { return nil }
      return Mismatch(
        message: "'\(name)' has a payload, so \(subject) is never \"\(name)\"",
        hint: "test for it with '.\(name) exists' after the path")
    }
    return found.isWrapper ? fields[0].shape.mismatch(with: payload.value, at: path.appending(name)) : nil
  }
}
