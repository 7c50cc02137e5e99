/// The keyed encoding container of an object or of an enum case's payload.
struct MemberWriter<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let draft: PartialDocument
  let node: Int32
  /// A Bloom filter of the keys, so that most keys are known to be new without a search.
  private var seen: UInt64 = 0

  init(_ draft: PartialDocument, _ node: Int32) {
    self.draft = draft
    self.node = node
    // Several containers for the same value don't know each other's keys.
    if draft.nodes[Int(node)].kind == .object { draft.nodes[Int(node)].mayRepeat = true }
    draft.open(.object, at: node)
    draft.lastKeys = ObjectIdentifier(Key.self)
    if draft.lastKeys == draft.dictionaryKeys { draft.nodes[Int(node)].order = .byKey }
  }

  var codingPath: [any CodingKey] { draft.codingPath(node) }

  /// Appends a member and returns the node of its value.
  @inline(__always) mutating func child(_ key: Key) -> Int32 { child(draft.coding.name(key)) }

  private mutating func child(_ key: String) -> Int32 {
    let bytes = key.utf8
    let mixed = bytes.count &* 31 &+ Int(bytes.first ?? 0) &* 7 &+ Int(bytes.last ?? 0)
    let bit = UInt64(1) << UInt64(mixed & 63)
    if seen & bit != 0 { draft.nodes[Int(node)].mayRepeat = true }
    seen |= bit
    return draft.child(of: node, key)
  }

  /// Whether a missing value is encoded as `null`. In the payload of a case it always is, because omitting it would
  /// mean that the case has no payload.
  var writesNil: Bool { draft.coding.nils == .null || draft.nodes[Int(node)].isPayload }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    let child = child(key)
    // A case has no other members.
    if draft.nodes[Int(node)].first == child, draft.forms.form(type, of: Key.self) != nil {
      draft.nodes[Int(child)].isPayload = true
    }
    return KeyedEncodingContainer(MemberWriter<Nested>(draft, child))
  }

  mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    ElementWriter(draft, child(key), .asWritten)
  }

  mutating func superEncoder() -> any Encoder {
    PartialDocumentEncoder(draft: draft, node: child("super"), type: (any Encodable).self)
  }

  mutating func superEncoder(forKey key: Key) -> any Encoder {
    PartialDocumentEncoder(draft: draft, node: child(key), type: (any Encodable).self)
  }
}
