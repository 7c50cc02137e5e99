// The protocol's default implementations refuse 128-bit integers, and don't distinguish a `null` value from a missing
// one.

extension MemberReader {
  func contains(_ key: Key) -> Bool { find(key) != nil }
  func decodeNil(forKey key: Key) throws -> Bool { document.isNull(try need(key, Never?.self)) }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try document.unbox(type, try need(key, type))
  }
  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try document.bool(try need(key, type)) }
  func decode(_ type: String.Type, forKey key: Key) throws -> String { try document.string(try need(key, type)) }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try document.double(try need(key, type)) }
  func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try document.floatingPoint(try need(key, type)) }
  /// Inlined into the method for each type, because it would not be specialized otherwise.
  @inline(__always)
  func decode<Integer: FixedWidthInteger & Decodable>(_ type: Integer.Type, forKey key: Key) throws -> Integer {
    try document.integer(type, try need(key, type))
  }
  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 {
    try document.integer(type, try need(key, type))
  }
  func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 {
    try document.integer(type, try need(key, type))
  }

  /// Treats `null` as no value, unless the type has its own `nil` and the outer `nil` is represented by omitting the
  /// key.
  func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
    guard let found = try optional(key, type) else { return nil }
    if document.isNull(found) {
      guard case .members = content, document.coding.nils == .omitted,
        type is any ExpressibleByNilLiteral.Type || type == JSON.self
      else { return nil }
    }
    return try document.unbox(type, found)
  }
  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
    try present(key, type).map { try document.bool($0) }
  }
  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
    try present(key, type).map { try document.string($0) }
  }
  func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
    try present(key, type).map { try document.double($0) }
  }
  func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? {
    try present(key, type).map { try document.floatingPoint($0) }
  }
  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { try integerIfPresent(type, key) }
  func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? { try integerIfPresent(type, key) }
  func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? { try integerIfPresent(type, key) }
  func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? { try integerIfPresent(type, key) }
  func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? { try integerIfPresent(type, key) }
  func decodeIfPresent(_ type: Int128.Type, forKey key: Key) throws -> Int128? { try integerIfPresent(type, key) }
  func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? { try integerIfPresent(type, key) }
  func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? { try integerIfPresent(type, key) }
  func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? { try integerIfPresent(type, key) }
  func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? { try integerIfPresent(type, key) }
  func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? { try integerIfPresent(type, key) }
  func decodeIfPresent(_ type: UInt128.Type, forKey key: Key) throws -> UInt128? { try integerIfPresent(type, key) }

  private func integerIfPresent<Integer: FixedWidthInteger>(_ type: Integer.Type, _ key: Key) throws -> Integer? {
    try present(key, type).map { try document.integer(type, $0) }
  }
}
