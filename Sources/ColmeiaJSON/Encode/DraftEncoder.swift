/// The encoder at one node.
struct DraftEncoder: Encoder, SingleValueEncodingContainer {
  let draft: Draft
  let node: Int32

  var codingPath: [any CodingKey] {
    draft.path(to: node).steps.map { step -> any CodingKey in
      switch step {
      case .key(let key): PathKey(stringValue: key)
      case .index(let index): PathKey(intValue: index)
      }
    }
  }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    draft.open(.object, at: node)
    return KeyedEncodingContainer(MemberWriter(draft: draft, node: node))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    draft.open(.array, at: node)
    return ElementWriter(draft: draft, node: node)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }

  func encodeNil() throws { draft.putNull(node) }
  func encode(_ value: Bool) throws { draft.put(value, node) }
  func encode(_ value: String) throws { draft.put(value, node) }
  func encode(_ value: Double) throws { try draft.put(value, node) }
  func encode(_ value: Float) throws { try draft.put(value, node) }
  func encode(_ value: Int) throws { draft.put(value, node) }
  func encode(_ value: Int8) throws { draft.put(value, node) }
  func encode(_ value: Int16) throws { draft.put(value, node) }
  func encode(_ value: Int32) throws { draft.put(value, node) }
  func encode(_ value: Int64) throws { draft.put(value, node) }
  func encode(_ value: UInt) throws { draft.put(value, node) }
  func encode(_ value: UInt8) throws { draft.put(value, node) }
  func encode(_ value: UInt16) throws { draft.put(value, node) }
  func encode(_ value: UInt32) throws { draft.put(value, node) }
  func encode(_ value: UInt64) throws { draft.put(value, node) }
  func encode<Value: Encodable>(_ value: Value) throws { try draft.box(value, node) }
}

/// The members of an object, or the payload of a case.
struct MemberWriter<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let draft: Draft
  let node: Int32

  var codingPath: [any CodingKey] { DraftEncoder(draft: draft, node: node).codingPath }

  private func child(_ key: Key) -> Int32 { draft.child(of: node, key.stringValue) }
  /// Whether a missing value is written as `null`: the payload of a case always is, because nothing at all would say
  /// that it has none.
  private var writesNil: Bool { draft.coding.nils == .null || draft.nodes[Int(node)].isPayload }

  func encodeNil(forKey key: Key) throws { draft.putNull(child(key)) }
  func encode(_ value: Bool, forKey key: Key) throws { draft.put(value, child(key)) }
  func encode(_ value: String, forKey key: Key) throws { draft.put(value, child(key)) }
  func encode(_ value: Double, forKey key: Key) throws { try draft.put(value, child(key)) }
  func encode(_ value: Int, forKey key: Key) throws { draft.put(value, child(key)) }
  func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws { try draft.box(value, child(key)) }

  func encodeIfPresent(_ value: Bool?, forKey key: Key) throws { write(value, key) { draft.put($0, $1) } }
  func encodeIfPresent(_ value: String?, forKey key: Key) throws { write(value, key) { draft.put($0, $1) } }
  func encodeIfPresent(_ value: Double?, forKey key: Key) throws { try write(value, key) { try draft.put($0, $1) } }
  func encodeIfPresent(_ value: Int?, forKey key: Key) throws { write(value, key) { draft.put($0, $1) } }
  func encodeIfPresent(_ value: Float?, forKey key: Key) throws { try write(value, key) { try draft.put($0, $1) } }
  func encodeIfPresent(_ value: Int64?, forKey key: Key) throws { write(value, key) { draft.put($0, $1) } }
  func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws { write(value, key) { draft.put($0, $1) } }
  func encodeIfPresent<Value: Encodable>(_ value: Value?, forKey key: Key) throws {
    try write(value, key) { try draft.box($0, $1) }
  }

  private func write<Value>(_ value: Value?, _ key: Key, _ body: (Value, Int32) throws -> Void) rethrows {
    if let value { try body(value, child(key)) } else if writesNil { draft.putNull(child(key)) }
  }

  func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) -> KeyedEncodingContainer<Nested>
  {
    let child = child(key)
    if CaseKeys.isPayload(type, of: key.stringValue) { draft.markPayload(child) }
    return DraftEncoder(draft: draft, node: child).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    DraftEncoder(draft: draft, node: child(key)).unkeyedContainer()
  }

  func superEncoder() -> any Encoder { DraftEncoder(draft: draft, node: draft.child(of: node, "super")) }
  func superEncoder(forKey key: Key) -> any Encoder { DraftEncoder(draft: draft, node: child(key)) }
}

/// The elements of an array.
struct ElementWriter: UnkeyedEncodingContainer {
  let draft: Draft
  let node: Int32
  private(set) var count = 0

  init(draft: Draft, node: Int32) {
    self.draft = draft
    self.node = node
  }

  var codingPath: [any CodingKey] { DraftEncoder(draft: draft, node: node).codingPath }

  private mutating func child() -> Int32 {
    count += 1
    return draft.child(of: node)
  }

  mutating func encodeNil() throws { draft.putNull(child()) }
  mutating func encode(_ value: String) throws { draft.put(value, child()) }
  mutating func encode<Value: Encodable>(_ value: Value) throws { try draft.box(value, child()) }
  mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
    DraftEncoder(draft: draft, node: child()).container(keyedBy: type)
  }
  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    DraftEncoder(draft: draft, node: child()).unkeyedContainer()
  }
  mutating func superEncoder() -> any Encoder { DraftEncoder(draft: draft, node: child()) }
}
