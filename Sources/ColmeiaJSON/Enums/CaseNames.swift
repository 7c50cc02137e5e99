/// The names of the cases of an enum, if it lists them. Swift has no other way to ask for them.
package enum CaseNames {
  /// The names of coding keys; `nil` when they are not listed. `enum CodingKeys: String, CodingKey, CaseIterable` lists them.
  package static func of(_ type: any CodingKey.Type) -> [String]? {
    guard let listed = type as? any (CodingKey & CaseIterable).Type else { return nil }
    return names(listed)
  }

  /// The texts of an enum that is written as text; `nil` when they are not listed, and for other types.
  package static func ofTexts(_ type: Any.Type) -> [String]? {
    guard let listed = type as? any (CaseIterable & RawRepresentable<String>).Type else { return nil }
    return texts(listed)
  }

  private static func names<Key: CodingKey & CaseIterable>(_ type: Key.Type) -> [String] {
    type.allCases.map(\.stringValue)
  }

  private static func texts<Value: CaseIterable & RawRepresentable<String>>(_ type: Value.Type) -> [String] {
    type.allCases.map(\.rawValue)
  }
}
