/// The elements of an array, one after the other.
struct ArrayContainer: UnkeyedDecodingContainer {
  let document: TapeDocument
  let node: Int32
  private var next: Int32
  private(set) var currentIndex = 0

  init(_ document: TapeDocument, _ node: Int32) {
    self.document = document
    self.node = node
    next = node + 1
  }

  var codingPath: [any CodingKey] { TapeDecoder(document: document, node: node).codingPath }
  var count: Int? { Int(document.tape.nodes[Int(node)].count) }
  var isAtEnd: Bool { next >= document.tape.nodes[Int(node)].next }

  private func current() throws -> Int32 {
    if isAtEnd {
      throw TapeFailure(reason: .invalid("the array has \(currentIndex) elements; one more is needed"), node: node)
    }
    document.ask(next)
    return next
  }

  private mutating func advance() {
    next = document.tape.nodes[Int(next)].next
    currentIndex += 1
  }

  mutating func decodeNil() throws -> Bool {
    guard document.isNull(try current()) else { return false }
    advance()
    return true
  }

  mutating func decode(_ type: String.Type) throws -> String {
    let value = try document.string(try current())
    advance()
    return value
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let value = try document.unbox(type, try current())
    advance()
    return value
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> {
    let container = try TapeDecoder(document: document, node: try current()).container(keyedBy: type)
    advance()
    return container
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    let container = try TapeDecoder(document: document, node: try current()).unkeyedContainer()
    advance()
    return container
  }

  mutating func superDecoder() throws -> any Decoder {
    let decoder = TapeDecoder(document: document, node: try current())
    advance()
    return decoder
  }
}
