/// A case that is written as its name alone.
struct CaseNameContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let document: TapeDocument
  let node: Int32
  private let name: String

  init(_ document: TapeDocument, _ node: Int32) {
    self.document = document
    self.node = node
    name = document.tape.string(document.tape.nodes[Int(node)])
  }

  var codingPath: [any CodingKey] { TapeDecoder(document: document, node: node).codingPath }

  /// Only enums ask for all keys before anything else.
  var allKeys: [Key] {
    if let key = Key(stringValue: name) { return [key] }
    document.noteUnknownCase(name, node)
    return []
  }

  func contains(_ key: Key) -> Bool { false }
  func decodeNil(forKey key: Key) throws -> Bool { throw document.mismatch("an object", node) }
  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    throw document.mismatch("an object", node)
  }
  func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
    throw document.mismatch("an object", node)
  }
  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    guard CaseKeys.isPayload(type, of: name) else { throw document.mismatch("an object", node) }
    return KeyedDecodingContainer(PayloadContainer(document, node, isAbsent: true))
  }
  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    throw document.mismatch("an object", node)
  }
  func superDecoder() throws -> any Decoder { throw document.mismatch("an object", node) }
  func superDecoder(forKey key: Key) throws -> any Decoder { throw document.mismatch("an object", node) }
}

/// The payload of a case. Which of the forms it has shows in what is asked for: `_0` alone is the whole value, `_0` and
/// `_1` are the elements of an array, labels and an explicit `_0` are members of an object.
struct PayloadContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let document: TapeDocument
  let node: Int32
  /// Whether there is nothing: the case was written as its name.
  var isAbsent = false

  init(_ document: TapeDocument, _ node: Int32, isAbsent: Bool = false) {
    self.document = document
    self.node = node
    self.isAbsent = isAbsent
    // `{"load": {}}` says the same as `"load"`.
    let found = document.tape.nodes[Int(node)]
    if isAbsent { return }
    if found.kind == .object, found.count == 0 { document.ask(node) } else { document.notePayload(node) }
  }

  var codingPath: [any CodingKey] { TapeDecoder(document: document, node: node).codingPath }
  var allKeys: [Key] { [] }

  private func find(_ key: Key) -> Int32? {
    if isAbsent { return nil }
    let found = document.tape.nodes[Int(node)]
    let name = key.stringValue
    if found.kind == .object, !name.hasPrefix("_") || document.tape.member("_0", of: node) != nil {
      document.ask(node)
      guard let member = document.tape.member(name, of: node) else {
        document.miss(name, in: node)
        return nil
      }
      document.ask(member)
      return member
    }
    guard name.hasPrefix("_"), let number = Int(name.dropFirst()) else { return nil }
    if Key(stringValue: "_1") == nil { return number == 0 ? taken(node) : nil }
    guard found.kind == .array, let element = document.tape.node(at: JSONPath([.index(number)]), below: node) else {
      return nil
    }
    document.ask(node)
    return taken(element)
  }

  private func taken(_ node: Int32) -> Int32 {
    document.ask(node)
    return node
  }

  private func need(_ key: Key) throws -> Int32 {
    if let node = find(key) { return node }
    let name = key.stringValue
    if isAbsent { throw TapeFailure(reason: .invalid("this case needs a payload"), node: node) }
    if name.hasPrefix("_") {
      throw TapeFailure(reason: .invalid("this case needs several payloads, as an array in their order"), node: node)
    }
    guard document.tape.nodes[Int(node)].kind == .object else {
      throw document.mismatch("an object with \"\(name)\"", node)
    }
    throw TapeFailure(reason: .missingKey(name), node: node)
  }

  func contains(_ key: Key) -> Bool { find(key) != nil }
  func decodeNil(forKey key: Key) throws -> Bool { document.isNull(try need(key)) }
  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try document.unbox(type, try need(key))
  }
  func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
    guard let node = find(key), !document.isNull(node) else { return nil }
    return try document.unbox(type, node)
  }
  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    try TapeDecoder(document: document, node: try need(key)).container(keyedBy: type)
  }
  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try TapeDecoder(document: document, node: try need(key)).unkeyedContainer()
  }
  func superDecoder() throws -> any Decoder { TapeDecoder(document: document, node: node) }
  func superDecoder(forKey key: Key) throws -> any Decoder { TapeDecoder(document: document, node: try need(key)) }
}
