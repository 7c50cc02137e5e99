import ColmeiaJSON

/// A decoder that provides a value for everything that a type decodes, and records what that was.
struct ProbeDecoder: Decoder, SingleValueDecodingContainer {
  let record: Record
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    try record.refuse()
    record.keys.append(Key.self)
    return KeyedDecodingContainer(ProbeMembers(record: record))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try record.refuse()
    record.single = .list(.any)
    return ProbeElements(record: record)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer { self }
  func decodeNil() -> Bool {
    record.isOptional = true
    return false
  }
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try record.refuse()
    // An enum with a raw value that can't be listed decodes it here, and refuses unknown values.
    return try record.learn(type) { record.single = record.isOptional ? .optional($0) : $0 }
  }
}

/// The members of an object, or the payloads of an enum case.
private struct ProbeMembers<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let record: Record
  /// Whether these are the payloads of the wanted case.
  var isPayload = false
  var codingPath: [any CodingKey] { [] }

  /// Only enums read all keys.
  var allKeys: [Key] {
    guard UnlistedCases.areCases(Key.self) else { return [] }
    record.cases = Key.self
    return record.wanted.flatMap(Key.init(stringValue:)).map { [$0] } ?? []
  }

  func contains(_ key: Key) -> Bool {
    record.maybe.insert(key.stringValue)
    return true
  }
  func decodeNil(forKey key: Key) throws -> Bool {
    record.maybe.insert(key.stringValue)
    return false
  }

  private func keep(_ key: Key, _ shape: Shape) {
    var field = Shape.Field(name: key.stringValue, shape: shape)
    if record.maybe.contains(key.stringValue) { field = field.maybe }
    if isPayload { record.payload?.append(field) } else { record.fields.append(field) }
  }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    record.types[key.stringValue] = [Value.self, Value?.self]
    return try record.learn(type, member: isPayload ? nil : key.stringValue) { keep(key, $0) }
  }

  func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
    record.types[key.stringValue] = [Value.self, Value?.self]
    keep(key, .optional(record.probe.element(type, member: isPayload ? nil : key.stringValue)))
    return nil
  }
  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? { absent(.bool, key) }
  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
    absent(.text(record.probe.sample), key)
  }
  func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? { absent(.number, key) }
  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { absent(.integer(), key) }

  private func absent<Value>(_ shape: Shape, _ key: Key) -> Value? {
    record.types[key.stringValue] = [Value.self, Value?.self]
    keep(key, .optional(shape))
    return nil
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    if record.cases != nil, PayloadForm.of(type, Key.self) != nil {
      record.payload = []
      record.labels = type
      return KeyedDecodingContainer(ProbeMembers<Nested>(record: record, isPayload: true))
    }
    let inner = Record(record.probe)
    keep(key, .any)
    return KeyedDecodingContainer(ProbeMembers<Nested>(record: inner))
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    keep(key, .list(.any))
    return ProbeElements(record: Record(record.probe))
  }

  func superDecoder() throws -> any Decoder { ProbeDecoder(record: record) }
  func superDecoder(forKey key: Key) throws -> any Decoder {
    keep(key, .any)
    return ProbeDecoder(record: Record(record.probe))
  }
}

/// An array with two elements or none.
private struct ProbeElements: UnkeyedDecodingContainer {
  let record: Record
  var codingPath: [any CodingKey] { [] }
  var count: Int? { record.hasElements ? 2 : 0 }
  var isAtEnd: Bool { !record.hasElements || record.elements >= 2 }
  var currentIndex: Int { record.elements }

  mutating func decodeNil() throws -> Bool { throw Probe.CannotInvent() }
  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    // A type that decodes more elements than there are, or elements of several types, expects a fixed number of them.
    let isTuple = record.elements >= 2 || !record.hasElements
    record.elements += 1
    let first = record.elements == 1 ? nil : record.single
    return try record.learn(type) { shape in
      record.single = isTuple || first.map { $0 != .list(shape) } ?? false ? .list(.any) : .list(shape)
    }
  }
  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> { throw Probe.CannotInvent() }
  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { throw Probe.CannotInvent() }
  mutating func superDecoder() throws -> any Decoder { throw Probe.CannotInvent() }
}
