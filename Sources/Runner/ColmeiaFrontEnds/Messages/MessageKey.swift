/// The names of messages, each followed by what the message means: `"echo: sends a value back"`.
///
/// So a message can't be added without a description. The schema, the help of `serve` and the guide's page about the
/// protocol are made from these keys and from the payloads of the cases.
package protocol MessageKey: CodingKey, CaseIterable, RawRepresentable<String> {}

extension MessageKey {
  /// The name of the message in JSON.
  package var stringValue: String { String(rawValue.prefix { $0 != ":" }) }
  /// What the message means.
  package var meaning: String { String(rawValue.dropFirst(stringValue.count).drop { $0 == ":" || $0 == " " }) }

  /// Creates the key with a name.
  package init?(stringValue: String) {
    guard let key = Self.allCases.first(where: { $0.stringValue == stringValue }) else { return nil }
    self = key
  }

  /// Always `nil`.
  package var intValue: Int? { nil }
  /// Always fails.
  package init?(intValue: Int) { nil }
}
