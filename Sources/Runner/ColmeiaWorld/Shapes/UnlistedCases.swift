import ColmeiaJSON

/// The cases of an enum that doesn't list them. It can only be asked whether a case exists.
package struct UnlistedCases: Sendable {
  /// The name of the enum without its module, such as `Kitchen.Action`.
  let type: String
  private let keys: any CodingKey.Type

  init(_ type: Any.Type, _ keys: any CodingKey.Type) {
    let parts = QualifiedName.of(type).split(separator: ".").filter { !$0.hasPrefix("(") }
    self.type = parts.dropFirst(parts.count > 1 ? 1 : 0).joined(separator: ".")
    self.keys = keys
  }

  /// Whether a key type accepts only certain names, as that of an enum does.
  static func areCases(_ keys: any CodingKey.Type) -> Bool { keys.init(stringValue: "\u{0}") == nil }

  /// Whether there is a case with this name.
  func has(_ name: String) -> Bool { keys.init(stringValue: name) != nil }

  /// The reason why the cases can't be listed, with advice.
  package var advice: String {
    "the cases of \(type) are not known; declare `enum CodingKeys: String, CodingKey, CaseIterable` in it to list them"
  }
}

extension UnlistedCases: Hashable {
  package static func == (left: Self, right: Self) -> Bool { left.keys == right.keys }
  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(keys)) }
}
