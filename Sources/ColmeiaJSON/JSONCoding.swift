/// How values and JSON become each other.
public struct JSONCoding: Sendable, Hashable {
  /// How cases of enums with payloads look.
  public enum Cases: Sendable, Hashable {
    /// As people write them: a case without payload is its name, `"load"`; a single payload without a label stands by
    /// itself, `{"load": "husky"}`; several without labels are an array, `{"loaded": ["husky", []]}`; with labels an
    /// object, `{"pick": {"_0": 1, "animated": true}}`. Read leniently: the other form is understood as well.
    case plain
    /// As the compiler's own conformance writes them: `{"load": {"_0": "husky"}}`.
    case synthesised
  }

  /// What an optional that is `nil` looks like.
  public enum Nils: Sendable, Hashable {
    /// Its key is left out.
    case omitted
    /// The value is written as `null`.
    case null
  }

  /// What happens to keys that no type asks for.
  public enum UnknownKeys: Sendable, Hashable {
    /// They are passed over.
    case ignored
    /// They are an error, which names the nearest key that was asked for.
    case refused
  }

  /// How cases of enums with payloads are written.
  public var cases: Cases
  /// What is written for an optional that is `nil`.
  public var nils: Nils
  /// What happens to keys that no type asks for.
  public var unknownKeys: UnknownKeys
  /// How much is read.
  public var limits: JSONLimits

  /// A way to write and to read.
  public init(
    cases: Cases = .plain, nils: Nils = .omitted, unknownKeys: UnknownKeys = .ignored, limits: JSONLimits = .standard
  ) {
    self.cases = cases
    self.nils = nils
    self.unknownKeys = unknownKeys
    self.limits = limits
  }

  /// Plain cases, no `null`, unknown keys passed over.
  public static let standard = JSONCoding()
  /// Plain cases, no `null`, unknown keys refused: for what people write.
  public static let strict = JSONCoding(unknownKeys: .refused)
  /// Plain cases, `null` written: for what people look at.
  public static let complete = JSONCoding(nils: .null)
}

extension JSONCoding {
  /// Whether a dictionary writes its keys by this type: they come in the order of their hashes.
  package static func isDictionaryKey<Key: CodingKey>(_ type: Key.Type) -> Bool {
    ObjectIdentifier(type) == PartialDocument.dictionaryKeys
  }
}

extension JSON {
  /// Reads a document into a value.
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - bytes: The document, in UTF-8.
  ///   - coding: How enums are written.
  ///   - userInfo: What types find in their decoder.
  /// - Throws: ``JSONError``, with path and position.
  /// - Complexity: O(bytes).
  public static func decode<Value: Decodable>(
    _ type: Value.Type, from bytes: [UInt8], _ coding: JSONCoding = .standard,
    userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) throws(JSONError) -> Value {
    try TapeDocument(TapeParser.document(bytes, coding.limits), coding, userInfo).decode(type)
  }

  /// Reads the value of a document's only member; `nil` when its key is another.
  ///
  /// - Parameter hasTexts: whether there are texts in it.
  /// - Throws: ``JSONError``, with path and position.
  /// - Complexity: O(bytes).
  package static func decode<Value: Decodable>(
    _ type: Value.Type, ofMember key: String, from bytes: [UInt8], _ coding: JSONCoding, hasTexts: inout Bool
  ) throws(JSONError) -> Value? {
    let tape = try TapeParser.document(bytes, coding.limits)
    guard tape[0].kind == .object, tape[0].count == 1, tape.isKey(1, key) else { return nil }
    hasTexts = tape.hasTexts
    return try TapeDocument(tape, coding, [:]).decode(type, at: 2)
  }

  /// Makes a value of this one.
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - coding: How enums are written.
  ///   - userInfo: What types find in their decoder.
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

  /// Writes a value as a document. Equal values are equal bytes: dictionaries come in the order of their keys, sets in that
  /// of their elements.
  ///
  /// - Parameters:
  ///   - value: The value to write.
  ///   - layout: Compact, or with indentation.
  ///   - coding: How enums are written.
  ///   - userInfo: What types find in their encoder.
  /// - Throws: ``JSONError`` for what JSON cannot hold, such as infinity, and for what the value's own `encode` throws.
  /// - Complexity: O(length), and O(n log n) in the elements of sets and dictionaries.
  public static func encode(
    _ value: some Encodable, _ layout: JSONLayout = .compact, _ coding: JSONCoding = .standard,
    userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) throws(JSONError) -> [UInt8] {
    let draft = PartialDocument(coding, userInfo)
    try draft.encode(value)
    return draft.bytes(layout)
  }

  /// The value as JSON.
  ///
  /// - Parameters:
  ///   - value: The value to convert.
  ///   - coding: How enums are written.
  ///   - userInfo: What types find in their encoder.
  /// - Throws: ``JSONError`` for what JSON cannot hold.
  public init(
    encoding value: some Encodable, _ coding: JSONCoding = .standard,
    userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) throws(JSONError) {
    try self.init(parsing: Self.encode(value, .compact, coding, userInfo: userInfo), limits: coding.limits)
  }
}

extension JSON: Codable {
  /// Decodes any JSON value, with every digit of its numbers if the decoder is one of this module.
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

  /// The value as it is; an encoder that does not keep the order of keys loses it.
  public func encode(to encoder: any Encoder) throws {
    if let encoder = encoder as? PartialDocumentEncoder {
      encoder.draft.put(self, at: encoder.node)
      return
    }
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .number(let number):
      if let value = number.int { try container.encode(value) } else { try container.encode(number.double) }
    case .string(let text): try container.encode(text)
    case .array(let elements): try container.encode(elements)
    case .object(let object):
      try container.encode(Dictionary(object.members.map { ($0.key, $0.value) }) { _, later in later })
    }
  }
}
