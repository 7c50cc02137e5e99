/// The names of an enum's cases, available only if the enum lists them. Swift has no other way to enumerate them.
package enum CaseNames {
  /// Returns the names of coding keys, or `nil` if the type doesn't list them. To list them, declare `enum CodingKeys:
  /// String, CodingKey, CaseIterable`.
  package static func of(_ type: any CodingKey.Type) -> [String]? {
    guard let listed = type as? any (CodingKey & CaseIterable).Type else { return nil }
    return names(listed)
  }

  /// Returns the raw values of a string enum, or `nil` if the type is another one or doesn't list its cases.
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
