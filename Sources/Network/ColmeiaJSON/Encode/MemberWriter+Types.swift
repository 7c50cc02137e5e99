// The protocol's default implementations refuse 128-bit integers, and omit `nil` even where this would change the
// meaning.

extension MemberWriter {
  mutating func encodeNil(forKey key: Key) throws { draft.putNull(child(key)) }
  mutating func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws { try draft.box(value, child(key)) }
  mutating func encode(_ value: Bool, forKey key: Key) throws { draft.write(value, child(key)) }
  mutating func encode(_ value: String, forKey key: Key) throws { draft.write(value, child(key)) }
  mutating func encode(_ value: Double, forKey key: Key) throws { try draft.write(value, child(key)) }
  mutating func encode(_ value: Float, forKey key: Key) throws { try draft.write(value, child(key)) }
  /// Inlined into the method for each type, because it would not be specialized otherwise.
  @inline(__always)
  mutating func encode<Integer: FixedWidthInteger & Encodable>(_ value: Integer, forKey key: Key) throws {
    draft.write(value, child(key))
  }
  mutating func encode(_ value: Int128, forKey key: Key) throws { draft.write(value, child(key)) }
  mutating func encode(_ value: UInt128, forKey key: Key) throws { draft.write(value, child(key)) }

  mutating func encodeIfPresent<Value: Encodable>(_ value: Value?, forKey key: Key) throws {
    if let value { try draft.box(value, child(key)) } else { putNil(key) }
  }
  mutating func encodeIfPresent(_ value: Bool?, forKey key: Key) throws {
    if let value { draft.write(value, child(key)) } else { putNil(key) }
  }
  mutating func encodeIfPresent(_ value: String?, forKey key: Key) throws {
    if let value { draft.write(value, child(key)) } else { putNil(key) }
  }
  mutating func encodeIfPresent(_ value: Double?, forKey key: Key) throws {
    if let value { try draft.write(value, child(key)) } else { putNil(key) }
  }
  mutating func encodeIfPresent(_ value: Float?, forKey key: Key) throws {
    if let value { try draft.write(value, child(key)) } else { putNil(key) }
  }
  mutating func encodeIfPresent(_ value: Int?, forKey key: Key) throws { putInteger(value, key) }
  mutating func encodeIfPresent(_ value: Int8?, forKey key: Key) throws { putInteger(value, key) }
  mutating func encodeIfPresent(_ value: Int16?, forKey key: Key) throws { putInteger(value, key) }
  mutating func encodeIfPresent(_ value: Int32?, forKey key: Key) throws { putInteger(value, key) }
  mutating func encodeIfPresent(_ value: Int64?, forKey key: Key) throws { putInteger(value, key) }
  mutating func encodeIfPresent(_ value: Int128?, forKey key: Key) throws { putInteger(value, key) }
  mutating func encodeIfPresent(_ value: UInt?, forKey key: Key) throws { putInteger(value, key) }
  mutating func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws { putInteger(value, key) }
  mutating func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws { putInteger(value, key) }
  mutating func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws { putInteger(value, key) }
  mutating func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws { putInteger(value, key) }
  mutating func encodeIfPresent(_ value: UInt128?, forKey key: Key) throws { putInteger(value, key) }

  private mutating func putInteger(_ value: (some FixedWidthInteger)?, _ key: Key) {
    if let value { draft.write(value, child(key)) } else { putNil(key) }
  }

  private mutating func putNil(_ key: Key) {
    if writesNil { draft.putNull(child(key)) }
  }
}
