/// The decoder for one node.
struct TapeDecoder: Decoder, SingleValueDecodingContainer {
  let document: TapeDocument
  let node: Int32

  var codingPath: [any CodingKey] { document.codingPath(node) }
  var userInfo: [CodingUserInfoKey: Any] { document.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    document.visit(node)
    switch document.tape[node].kind {
    case .object: return KeyedDecodingContainer(MemberReader(document, node, .members))
    case .string, .escapedString: return KeyedDecodingContainer(MemberReader(document, node, .caseName))
    default: throw document.mismatch([String: Any].self, "an object", node)
    }
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    document.visit(node)
    guard document.tape[node].kind == .array else { throw document.mismatch([Any].self, "an array", node) }
    return ElementReader(document, node)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    document.visit(node)
    return self
  }

  func decodeNil() -> Bool { document.isNull(node) }
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try document.unbox(type, node) }
  func decode<Value: FixedWidthInteger & Decodable>(_ type: Value.Type) throws -> Value {
    try document.integer(type, node)
  }
  func decode(_ type: Float.Type) throws -> Float { try document.floatingPoint(node) }
  func decode(_ type: Int128.Type) throws -> Int128 { try document.integer(type, node) }
  func decode(_ type: UInt128.Type) throws -> UInt128 { try document.integer(type, node) }
}
