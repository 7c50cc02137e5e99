import ColmeiaJSON

// As Eventbee's app has always read what its server says: what is missing, or of another kind, is a value as well. Where that
// is an error, there is `Mapper`.
extension JSON {
  /// The text at `key`, also of a number or a truth value; empty where there is none.
  func text(_ key: String) -> String {
    switch self[key] {
    case .string(let text): text
    case .number(let number): number.text
    case .bool(let value): value ? "true" : "false"
    case .null, .array, .object, nil: ""
    }
  }

  /// The integer at `key`, also of a text or without what is behind its point; 0 where there is none.
  func integer(_ key: String) -> Int {
    switch self[key] {
    case .number(let number): number.int ?? Int(exactly: number.double.rounded(.towardZero)) ?? 0
    case .string(let text): Int(text) ?? 0
    case .bool(let value): value ? 1 : 0
    case .null, .array, .object, nil: 0
    }
  }
}
