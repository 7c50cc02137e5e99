/// The unkeyed encoding container of an array.
struct ElementWriter: UnkeyedEncodingContainer {
  let draft: PartialDocument
  let node: Int32
  private(set) var count = 0

  init(_ draft: PartialDocument, _ node: Int32, _ order: PartialDocument.Order) {
    self.draft = draft
    self.node = node
    draft.open(.array, at: node)
    if order != .asWritten { draft.nodes[Int(node)].order = order }
  }

  var codingPath: [any CodingKey] { draft.codingPath(node) }

  private mutating func child() -> Int32 {
    count += 1
    return draft.child(of: node)
  }

  mutating func encodeNil() throws { draft.putNull(child()) }
  mutating func encode(_ value: Int128) throws { draft.write(value, child()) }
  mutating func encode(_ value: UInt128) throws { draft.write(value, child()) }
  mutating func encode<Value: Encodable>(_ value: Value) throws { try draft.box(value, child()) }

  mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
    KeyedEncodingContainer(MemberWriter<Nested>(draft, child()))
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    ElementWriter(draft, child(), .asWritten)
  }

  mutating func superEncoder() -> any Encoder {
    PartialDocumentEncoder(draft: draft, node: child(), type: (any Encodable).self)
  }
}
