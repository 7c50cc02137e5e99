/// Bytes that are written in Base64.
@propertyWrapper struct Base64Coded: Sendable, Equatable, Codable {
  let wrappedValue: [UInt8]

  init(wrappedValue: [UInt8]) { self.wrappedValue = wrappedValue }

  /// Reads what ``encode(to:)`` writes. Throws `DecodingError.dataCorrupted` when it is not Base64.
  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let bytes = Base64.decode(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "the bytes are not Base64")
    }
    wrappedValue = bytes
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(Base64.encode(wrappedValue))
  }
}
