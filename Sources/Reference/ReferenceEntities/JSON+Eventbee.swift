import ColmeiaJSON

// Decodes values as leniently as Eventbee's app always has, including some that `Mapper` rejects.
extension JSON {
  /// Returns the text at `key`, converting numbers and Booleans, or an empty string if there is none.
  package func text(_ key: String) -> String {
    switch self[key] {
    case .array, .object: ""
    case .string, .number, .bool, .null, nil: Mapper(self).optional([key]) ?? ""
    }
  }

  /// Returns the integer at `key`, parsing strings and truncating fractions. Returns 1 for `true`, and 0 if there is no
  /// integer.
  package func integer(_ key: String) -> Int { Mapper(self).optional([key]) ?? (self[key]?.bool == true ? 1 : 0) }
}
