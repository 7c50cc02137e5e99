import ColmeiaJSON

/// The encoder of a ``StatePart``. It accepts the members of a value, and refuses everything else.
struct PartEncoder: Encoder, SingleValueEncodingContainer {
  let parts: StateParts
  let part: StatePart

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    // Refuses dictionaries, whose order is not defined, and a second container, which could repeat keys of the first.
    if JSONCoding.isDictionaryKey(type) || part.visited > 0 { parts.refuse() }
    return KeyedEncodingContainer(PartMembers(parts: parts, part: part))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    parts.refuse()
    return RefusedElements(encoder: self)
  }
  func singleValueContainer() -> any SingleValueEncodingContainer { self }

  func encodeNil() throws { throw parts.refuse() }
  /// Encodes a value that a type uses as its own representation.
  func encode<Value: Encodable>(_ value: Value) throws {
    if StateParts.isWhole(value) || value is any PartList || Value.self is any LosslessStringConvertible.Type {
      throw parts.refuse()
    }
    try value.encode(to: self)
  }
}

/// The members of a value.
private struct PartMembers<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let parts: StateParts
  let part: StatePart

  var codingPath: [any CodingKey] { [] }

  func encodeNil(forKey key: Key) throws { try parts.encode(nil as Bool?, orNullAs: key.stringValue, of: part) }
  func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    try parts.encode(value, key.stringValue, of: part)
  }
  func encodeIfPresent<Value: Encodable>(_ value: Value?, forKey key: Key) throws {
    try parts.encode(value, orNullAs: key.stringValue, of: part)
  }

  // The default implementations would omit `nil`.
  func encodeIfPresent(_ value: Bool?, forKey key: Key) throws { try optional(value, key) }
  func encodeIfPresent(_ value: String?, forKey key: Key) throws { try optional(value, key) }
  func encodeIfPresent(_ value: Double?, forKey key: Key) throws { try optional(value, key) }
  func encodeIfPresent(_ value: Float?, forKey key: Key) throws { try optional(value, key) }
  func encodeIfPresent(_ value: Int?, forKey key: Key) throws { try optional(value, key) }
  func encodeIfPresent(_ value: Int8?, forKey key: Key) throws { try optional(value, key) }
  func encodeIfPresent(_ value: Int16?, forKey key: Key) throws { try optional(value, key) }
  func encodeIfPresent(_ value: Int32?, forKey key: Key) throws { try optional(value, key) }
  func encodeIfPresent(_ value: Int64?, forKey key: Key) throws { try optional(value, key) }
  func encodeIfPresent(_ value: Int128?, forKey key: Key) throws { try optional(value, key) }
  func encodeIfPresent(_ value: UInt?, forKey key: Key) throws { try optional(value, key) }
  func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws { try optional(value, key) }
  func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws { try optional(value, key) }
  func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws { try optional(value, key) }
  func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws { try optional(value, key) }
  func encodeIfPresent(_ value: UInt128?, forKey key: Key) throws { try optional(value, key) }

  private func optional<Value: Encodable>(_ value: Value?, _ key: Key) throws {
    try parts.encode(value, orNullAs: key.stringValue, of: part)
  }

  /// Refuses the payload of an enum case, which has its own representation.
  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    parts.refuse()
    return KeyedEncodingContainer(PartMembers<Nested>(parts: parts, part: part))
  }
  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    PartEncoder(parts: parts, part: part).unkeyedContainer()
  }
  func superEncoder() -> any Encoder {
    parts.refuse()
    return PartEncoder(parts: parts, part: part)
  }
  func superEncoder(forKey key: Key) -> any Encoder { superEncoder() }
}

/// A container that refuses all elements.
private struct RefusedElements: UnkeyedEncodingContainer {
  let encoder: PartEncoder
  var codingPath: [any CodingKey] { [] }
  var count: Int { 0 }

  func encodeNil() throws { throw encoder.parts.refuse() }
  func encode<Value: Encodable>(_ value: Value) throws { throw encoder.parts.refuse() }
  func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
    KeyedEncodingContainer(PartMembers<Nested>(parts: encoder.parts, part: encoder.part))
  }
  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { self }
  func superEncoder() -> any Encoder { encoder }
}
