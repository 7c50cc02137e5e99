import ColmeiaJSON

/// Decodes JSON in tests.
enum JSONText {
  static func decode<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> Value {
    try JSON.decode(type, from: Array(text.utf8))
  }
}
