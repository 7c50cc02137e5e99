/// The decoder for one node.
struct TapeDecoder: Decoder, SingleValueDecodingContainer {
  let document: TapeDocument
  let node: Int32

  var codingPath: [any CodingKey] { document.codingPath(node) }
  var userInfo: [CodingUserInfoKey: Any] { document.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    document.ask(node)
    switch document.tape[node].kind {
    case .object: return KeyedDecodingContainer(MemberReader(document, node, .members))
    case .string where document.coding.cases == .plain, .escapedString where document.coding.cases == .plain:
      return KeyedDecodingContainer(MemberReader(document, node, .caseName))
    default: throw document.mismatch([String: Any].self, "an object", node)
    }
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    document.ask(node)
    guard document.tape[node].kind == .array else { throw document.mismatch([Any].self, "an array", node) }
    return ElementReader(document, node)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    document.ask(node)
    return self
  }

  func decodeNil() -> Bool { document.isNull(node) }
  func decode(_ type: Bool.Type) throws -> Bool { try document.bool(node) }
  func decode(_ type: String.Type) throws -> String { try document.string(node) }
  func decode(_ type: Double.Type) throws -> Double { try document.double(node) }
  func decode(_ type: Float.Type) throws -> Float { try document.floatingPoint(node) }
  func decode(_ type: Int.Type) throws -> Int { try document.integer(type, node) }
  func decode(_ type: Int8.Type) throws -> Int8 { try document.integer(type, node) }
  func decode(_ type: Int16.Type) throws -> Int16 { try document.integer(type, node) }
  func decode(_ type: Int32.Type) throws -> Int32 { try document.integer(type, node) }
  func decode(_ type: Int64.Type) throws -> Int64 { try document.integer(type, node) }
  func decode(_ type: Int128.Type) throws -> Int128 { try document.integer(type, node) }
  func decode(_ type: UInt.Type) throws -> UInt { try document.integer(type, node) }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try document.integer(type, node) }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try document.integer(type, node) }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try document.integer(type, node) }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try document.integer(type, node) }
  func decode(_ type: UInt128.Type) throws -> UInt128 { try document.integer(type, node) }
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try document.unbox(type, node) }
}

/// A coding key in an error's coding path.
struct PathKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(stringValue: String) {
    self.stringValue = stringValue
    intValue = nil
  }

  init(intValue: Int) {
    stringValue = "\(intValue)"
    self.intValue = intValue
  }
}
