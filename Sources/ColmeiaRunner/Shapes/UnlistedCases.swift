import ColmeiaJSON

/// The cases of an enum that lists none of them: it can be asked for each.
struct UnlistedCases: Sendable {
  /// What the enum is called, without its module: `Kitchen.Action`.
  let type: String
  private let keys: any CodingKey.Type

  init(_ type: Any.Type, _ keys: any CodingKey.Type) {
    let parts = QualifiedName.of(type).split(separator: ".").filter { !$0.hasPrefix("(") }
    self.type = parts.dropFirst(parts.count > 1 ? 1 : 0).joined(separator: ".")
    self.keys = keys
  }

  /// Whether keys are those of an enum, and not any text.
  static func areCases(_ keys: any CodingKey.Type) -> Bool { keys.init(stringValue: "\u{0}") == nil }

  /// Whether there is a case of this name.
  func has(_ name: String) -> Bool { keys.init(stringValue: name) != nil }

  /// What to say of a name that no case has.
  func hint(for name: String) -> String {
    GuessedName.of(name, exists: has).map { "did you mean '\($0)'?" } ?? advice
  }

  /// Why nobody can list the cases, and what to do.
  var advice: String {
    "the cases of \(type) are not known; declare `enum CodingKeys: String, CodingKey, CaseIterable` in it to list them"
  }
}

extension UnlistedCases: Hashable {
  static func == (left: Self, right: Self) -> Bool { left.keys == right.keys }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(keys)) }
}
