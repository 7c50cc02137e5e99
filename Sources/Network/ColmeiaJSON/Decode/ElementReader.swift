/// The unkeyed container of an array.
struct ElementReader: UnkeyedDecodingContainer {
  let document: TapeDocument
  let node: Int32
  private var next: Int32
  private(set) var currentIndex = 0

  init(_ document: TapeDocument, _ node: Int32) {
    self.document = document
    self.node = node
    next = node + 1
  }

  var codingPath: [any CodingKey] { document.codingPath(node) }
  var count: Int? { Int(document.tape[node].count) }
  var isAtEnd: Bool { next >= document.tape[node].next }

  /// Returns the current element, and marks it as decoded.
  @inline(__always) private func current(_ type: Any.Type) throws -> Int32 {
    if isAtEnd {
      throw document.failure(.invalid("the array has \(currentIndex) elements; expected one more"), type, node)
    }
    document.visit(next)
    return next
  }

  @inline(__always) private mutating func advance() {
    next = document.tape[next].next
    currentIndex += 1
  }

  mutating func decodeNil() throws -> Bool {
    guard document.isNull(try current(Never?.self)) else { return false }
    advance()
    return true
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let value = try document.unbox(type, try current(type))
    advance()
    return value
  }

  mutating func decode(_ type: Int128.Type) throws -> Int128 { try integer(type) }
  mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try integer(type) }

  private mutating func integer<Integer: FixedWidthInteger>(_ type: Integer.Type) throws -> Integer {
    let value = try document.integer(type, try current(type))
    advance()
    return value
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> {
    let container = try decoder().container(keyedBy: type)
    advance()
    return container
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    let container = try decoder().unkeyedContainer()
    advance()
    return container
  }

  mutating func superDecoder() throws -> any Decoder {
    let decoder = try decoder()
    advance()
    return decoder
  }

  private func decoder() throws -> TapeDecoder {
    TapeDecoder(document: document, node: try current((any Decoder).self))
  }
}
