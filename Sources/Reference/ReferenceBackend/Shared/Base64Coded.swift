/// Bytes that are encoded in Base64.
@propertyWrapper struct Base64Coded: Sendable, Equatable, Codable {
  let wrappedValue: [UInt8]

  init(wrappedValue: [UInt8]) { self.wrappedValue = wrappedValue }

  /// Decodes what ``encode(to:)`` has encoded. Throws `DecodingError.dataCorrupted` if the text isn't Base64.
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
