import ColmeiaJSON

/// A set of kinds of JSON values.
package struct ValueKinds: OptionSet, Sendable, Hashable {
  package let rawValue: UInt8

  package static let null = Self(rawValue: 1)
  package static let bool = Self(rawValue: 2)
  package static let number = Self(rawValue: 4)
  package static let string = Self(rawValue: 8)
  package static let list = Self(rawValue: 16)
  package static let object = Self(rawValue: 32)
  package static let all: Self = [.null, .bool, .number, .string, .list, .object]

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Creates the kind of a value.
  package init(of value: JSON) {
    switch value {
    case .null: self = .null
    case .bool: self = .bool
    case .number: self = .number
    case .string: self = .string
    case .array: self = .list
    case .object: self = .object
    }
  }

  /// The kinds for use in messages, such as `a string or null`.
  package var description: String {
    let names: [(Self, String)] = [
      (.bool, "true or false"), (.number, "a number"), (.string, "a string"), (.list, "a list"),
      (.object, "an object"), (.null, "null"),
    ]
    let own = names.filter { contains($0.0) }.map(\.1)
    return own.count < 2
      ? own.joined() : own.dropLast().joined(separator: ", ") + " or " + own.suffix(1).joined()
  }
}
