import ColmeiaJSON

// As Eventbee's app has always read what its server says: what `Mapper` refuses is a value as well.
extension JSON {
  /// The text at `key`, also of a number or a truth value; empty where there is none.
  func text(_ key: String) -> String {
    switch self[key] {
    case .array, .object: ""
    case .string, .number, .bool, .null, nil: Mapper(self).optional([key]) ?? ""
    }
  }

  /// The integer at `key`, also of a text or without what is behind its point; 1 for `true`, 0 where there is none.
  func integer(_ key: String) -> Int { Mapper(self).optional([key]) ?? (self[key]?.bool == true ? 1 : 0) }
}
