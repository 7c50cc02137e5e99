/// The encoder for one node.
struct PartialDocumentEncoder: Encoder, SingleValueEncodingContainer {
  let draft: PartialDocument
  let node: Int32
  /// The type of the value to encode.
  let type: Any.Type

  var codingPath: [any CodingKey] { draft.codingPath(node) }
  var userInfo: [CodingUserInfoKey: Any] { draft.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(MemberWriter(draft, node))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    ElementWriter(draft, node, PartialDocument.order(of: type))
  }
  func singleValueContainer() -> any SingleValueEncodingContainer { self }

  func encodeNil() throws { draft.putNull(node) }
  func encode<Value: Encodable>(_ value: Value) throws { try draft.box(value, node) }
  func encode<Value: FixedWidthInteger & Encodable>(_ value: Value) throws { draft.write(value, node) }
  func encode(_ value: Float) throws { try draft.write(value, node) }
  func encode(_ value: Int128) throws { draft.write(value, node) }
  func encode(_ value: UInt128) throws { draft.write(value, node) }
}
