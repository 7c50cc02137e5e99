/// The members of an object, or the payload of an enum's case. Keys are found by their bytes; the next key is usually the
/// one behind the last.
final class ObjectContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let document: TapeDocument
  let node: Int32
  private let first: Int32
  private let end: Int32
  private var hint: Int32

  init(_ document: TapeDocument, _ node: Int32) {
    self.document = document
    self.node = node
    first = node + 1
    end = document.tape.nodes[Int(node)].next
    hint = first
  }

  var codingPath: [any CodingKey] { TapeDecoder(document: document, node: node).codingPath }

  var allKeys: [Key] {
    var keys: [Key] = []
    var unknown: Int32?
    var key = first
    while key < end {
      let name = document.tape.string(document.tape.nodes[Int(key)])
      if let known = Key(stringValue: name) { keys.append(known) } else { unknown = key }
      key = document.tape.nodes[Int(key + 1)].next
    }
    if keys.isEmpty, let unknown {
      document.noteUnknownCase(document.tape.string(document.tape.nodes[Int(unknown)]), node)
    }
    return keys
  }

  /// The value of a key, which counts as asked for.
  @inline(__always) private func find(_ key: Key) -> Int32? {
    guard let node = locate(key.stringValue) else { return nil }
    document.ask(node)
    return node
  }

  @inline(__always) private func locate(_ name: String) -> Int32? {
    if hint < end, document.tape.isKey(hint, name) { return value(of: hint) }
    var place = first
    while place < end {
      if place != hint, document.tape.isKey(place, name) { return value(of: place) }
      place = document.tape.nodes[Int(place + 1)].next
    }
    document.miss(name, in: node)
    return nil
  }

  @inline(__always) private func value(of key: Int32) -> Int32 {
    hint = document.tape.nodes[Int(key + 1)].next
    return key + 1
  }

  private func need(_ key: Key) throws -> Int32 {
    if let node = find(key) { return node }
    throw TapeFailure(reason: .missingKey(key.stringValue), node: node)
  }

  /// The value of a key that is there and not null.
  private func present(_ key: Key) -> Int32? {
    guard let node = find(key), !document.isNull(node) else { return nil }
    return node
  }

  func contains(_ key: Key) -> Bool { find(key) != nil }
  func decodeNil(forKey key: Key) throws -> Bool { document.isNull(try need(key)) }

  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try document.bool(try need(key)) }
  func decode(_ type: String.Type, forKey key: Key) throws -> String { try document.string(try need(key)) }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try document.double(try need(key)) }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try document.integer(type, try need(key)) }
  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try document.unbox(type, try need(key))
  }

  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
    try present(key).map { try document.bool($0) }
  }
  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
    try present(key).map { try document.string($0) }
  }
  func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
    try present(key).map { try document.double($0) }
  }
  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
    try present(key).map { try document.integer(type, $0) }
  }
  func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
    try present(key).map { try document.unbox(type, $0) }
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    if document.coding.cases == .plain, CaseKeys.isPayload(type, of: key.stringValue),
      let payload = locate(key.stringValue)
    {
      return KeyedDecodingContainer(PayloadContainer(document, payload))
    }
    return try TapeDecoder(document: document, node: try need(key)).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try TapeDecoder(document: document, node: try need(key)).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder {
    guard let key = Key(stringValue: "super") else { return TapeDecoder(document: document, node: node) }
    return try superDecoder(forKey: key)
  }

  func superDecoder(forKey key: Key) throws -> any Decoder {
    TapeDecoder(document: document, node: try need(key))
  }
}

/// How the compiler's conformance of an enum with payloads names its keys.
enum CaseKeys {
  /// Whether `type` is the key type of the payload of the case called `name`: `LoadCodingKeys` for `load`.
  static func isPayload(_ type: Any.Type, of name: String) -> Bool {
    guard let first = name.first else { return false }
    return "\(type)" == first.uppercased() + name.dropFirst() + "CodingKeys"
  }
}
