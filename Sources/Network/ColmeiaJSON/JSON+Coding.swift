extension JSONCoding {
  /// Whether a dictionary encodes its keys as this type. Such keys arrive in hash order.
  package static func isDictionaryKey<Key: CodingKey>(_ type: Key.Type) -> Bool {
    ObjectIdentifier(type) == PartialDocument.dictionaryKeys
  }
}

extension JSON {
  /// Decodes a value from a document.
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - bytes: The document, in UTF-8. A byte order mark at its beginning is ignored (RFC 8259 §8.1).
  ///   - coding: The coding options.
  ///   - userInfo: The user info of the decoder.
  /// - Throws: ``JSONError``, with path and position.
  /// - Complexity: O(bytes).
  public static func decode<Value: Decodable>(
    _ type: Value.Type, from bytes: [UInt8], _ coding: JSONCoding = .standard,
    userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) throws(JSONError) -> Value {
    try TapeDocument(TapeParser.document(bytes, coding.limits), coding, userInfo).decode(type)
  }

  /// Decodes the value of a document's only member. Returns `nil` if the document is not an object with exactly this
  /// key.
  ///
  /// - Throws: ``JSONError``, with path and position.
  /// - Complexity: O(bytes).
  package static func decode<Value: Decodable>(
    _ type: Value.Type, ofMember key: String, from bytes: [UInt8], _ coding: JSONCoding
  ) throws(JSONError) -> Value? {
    let tape = try TapeParser.document(bytes, coding.limits)
    guard tape[0].kind == .object, tape[0].count == 1, tape.isKey(1, key) else { return nil }
    return try TapeDocument(tape, coding, [:]).decode(type, at: 2)
  }

  /// Decodes a value from this JSON value.
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - coding: The coding options.
  ///   - userInfo: The user info of the decoder.
  /// - Throws: ``JSONError``, with the path.
  /// - Complexity: O(length).
  public func decode<Value: Decodable>(
    _ type: Value.Type, _ coding: JSONCoding = .standard, userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) throws(JSONError) -> Value {
    do throws(JSONError) {
      return try JSON.decode(type, from: bytes(), coding, userInfo: userInfo)
    } catch {
      throw JSONError(error.reason, at: error.path)
    }
  }

  /// Encodes a value as a document. Equal values have equal encodings: dictionaries are sorted by their keys, and sets
  /// by their encoded elements.
  ///
  /// - Parameters:
  ///   - value: The value to encode.
  ///   - layout: The layout of the document.
  ///   - coding: The coding options.
  ///   - userInfo: The user info of the encoder.
  /// - Throws: ``JSONError`` if a value can't be represented in JSON, such as infinity, or if the value's `encode(to:)`
  ///   throws.
  /// - Complexity: O(length), and O(n log n) in the elements of sets and dictionaries.
  public static func encode(
    _ value: some Encodable, _ layout: JSONLayout = .compact, _ coding: JSONCoding = .standard,
    userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) throws(JSONError) -> [UInt8] {
    let draft = PartialDocument(coding, userInfo)
    try draft.encode(value)
    return draft.bytes(layout)
  }

  /// Creates a JSON value by encoding a value.
  ///
  /// - Parameters:
  ///   - value: The value to encode.
  ///   - coding: The coding options.
  ///   - userInfo: The user info of the encoder.
  /// - Throws: ``JSONError`` if the value can't be represented in JSON.
  public init(
    encoding value: some Encodable, _ coding: JSONCoding = .standard,
    userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) throws(JSONError) {
    try self.init(parsing: Self.encode(value, .compact, coding, userInfo: userInfo), limits: coding.limits)
  }
}

extension JSON: Codable {
  /// Decodes any JSON value. If the decoder is this module's, numbers keep all their digits.
  public init(from decoder: any Decoder) throws {
    if let decoder = decoder as? TapeDecoder {
      self = decoder.document.takeWhole(decoder.node)
      return
    }
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Int.self) {
      self = .number(JSONNumber(value))
    } else if let value = try? container.decode(UInt64.self) {
      self = .number(JSONNumber(value))
    } else if let value = try? container.decode(Double.self), let number = JSONNumber(value) {
      self = .number(number)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode([JSON].self) {
      self = .array(value)
    } else {
      let members = try container.decode([String: JSON].self).sorted { $0.key < $1.key }
      self = .object(JSONObject(unique: members.map { ($0.key, $0.value) }))
    }
  }

  /// Encodes the value. If the encoder doesn't preserve the order of keys, the order is lost.
  public func encode(to encoder: any Encoder) throws {
    if let encoder = encoder as? PartialDocumentEncoder {
      encoder.draft.write(self, at: encoder.node)
      return
    }
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .number(let number):
      if let value = number.int {
        try container.encode(value)
      } else if let value = number.integer(UInt64.self) {
        try container.encode(value)
      } else {
        try container.encode(number.double)
      }
    case .string(let text): try container.encode(text)
    case .array(let elements): try container.encode(elements)
    case .object(let object):
      try container.encode(Dictionary(object.members.map { ($0.key, $0.value) }) { _, later in later })
    }
  }
}
