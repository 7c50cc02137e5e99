/// A document that is being encoded: nodes in one array, each with its first child and its next sibling, and one buffer for
/// the text of all scalars. Containers may be filled in any order, also while others are open.
final class Draft {
  enum Kind: UInt8 { case empty, scalar, array, object }

  struct Node {
    var kind = Kind.empty
    /// Whether the compiler's conformance of an enum has made it for a case's payload.
    var isPayload = false
    /// Where the text of a scalar is.
    var start: Int32 = 0, end: Int32 = 0
    /// Where the key, as JSON, is; nowhere in an array.
    var keyStart: Int32 = 0, keyEnd: Int32 = 0
    var parent: Int32 = -1
    var first: Int32 = -1, last: Int32 = -1, next: Int32 = -1
  }

  let coding: JSONCoding
  private(set) var nodes: [Node] = [Node()]
  private(set) var text: [UInt8] = []

  init(_ coding: JSONCoding) { self.coding = coding }

  /// Encodes the value of the whole document.
  func encode(_ value: some Encodable) throws(JSONError) {
    do {
      try box(value, 0)
    } catch let error as JSONError {
      throw error
    } catch EncodingError.invalidValue(_, let context) {
      let steps = context.codingPath.map { $0.intValue.map(JSONPath.Step.index) ?? .key($0.stringValue) }
      throw JSONError(.unencodable(context.debugDescription), at: JSONPath(steps))
    } catch {
      throw JSONError(.unencodable("\(error)"))
    }
  }

  func box<Value: Encodable>(_ value: Value, _ node: Int32) throws {
    if let text = value as? String {
      put(text, node)
    } else if let number = value as? Int {
      put(number, node)
    } else {
      try value.encode(to: DraftEncoder(draft: self, node: node))
      // A type that writes nothing is an empty object, as for other encoders.
      if nodes[Int(node)].kind == .empty { nodes[Int(node)].kind = .object }
    }
  }

  func open(_ kind: Kind, at node: Int32) { nodes[Int(node)].kind = kind }
  func markPayload(_ node: Int32) { nodes[Int(node)].isPayload = true }

  /// A new last child; with a key in an object.
  func child(of parent: Int32, _ key: String? = nil) -> Int32 {
    let index = Int32(nodes.count)
    var node = Node()
    node.parent = parent
    if let key {
      node.keyStart = Int32(text.count)
      JSONPrinter.append(key, to: &text)
      node.keyEnd = Int32(text.count)
    }
    nodes.append(node)
    let last = nodes[Int(parent)].last
    if last < 0 { nodes[Int(parent)].first = index } else { nodes[Int(last)].next = index }
    nodes[Int(parent)].last = index
    return index
  }

  /// The member of that key, written again, or a new one.
  func member(_ key: String, of parent: Int32) -> Int32 { child(of: parent, key) }

  @inline(__always) func scalar(_ node: Int32, _ write: (inout [UInt8]) -> Void) {
    nodes[Int(node)].kind = .scalar
    nodes[Int(node)].start = Int32(text.count)
    write(&text)
    nodes[Int(node)].end = Int32(text.count)
  }

  func put(_ value: String, _ node: Int32) { scalar(node) { JSONPrinter.append(value, to: &$0) } }
  func put(_ value: Bool, _ node: Int32) { scalar(node) { $0.append(contentsOf: (value ? "true" : "false").utf8) } }
  func putNull(_ node: Int32) { scalar(node) { $0.append(contentsOf: "null".utf8) } }

  func put(_ value: some FixedWidthInteger, _ node: Int32) {
    scalar(node) { text in
      guard let small = Int64(exactly: value), small > Int64.min else {
        text.append(contentsOf: String(value).utf8)
        return
      }
      let start = text.count
      var rest = small.magnitude
      repeat {
        text.append(UInt8(ascii: "0") + UInt8(rest % 10))
        rest /= 10
      } while rest > 0
      if small < 0 { text.append(UInt8(ascii: "-")) }
      text[start...].reverse()
    }
  }

  func put(_ value: some BinaryFloatingPoint & LosslessStringConvertible, _ node: Int32) throws(JSONError) {
    guard let number = JSONNumber(value) else {
      throw JSONError(.unencodable("\(value) has no form in JSON; encode nil, or a text"), at: path(to: node))
    }
    scalar(node) { $0.append(contentsOf: number.text.utf8) }
  }

  func put(_ value: JSON, at node: Int32) {
    switch value {
    case .array(let elements):
      open(.array, at: node)
      for element in elements { put(element, at: child(of: node)) }
    case .object(let object):
      open(.object, at: node)
      for member in object { put(member.value, at: child(of: node, member.key)) }
    case .null, .bool, .number, .string: scalar(node) { $0.append(contentsOf: value.bytes()) }
    }
  }

  /// The way down to a node; for messages.
  func path(to node: Int32) -> JSONPath {
    var steps: [JSONPath.Step] = []
    var node = node
    while nodes[Int(node)].parent >= 0 {
      let parent = nodes[Int(node)].parent
      if let key = key(of: node) { steps.append(.key(key)) } else { steps.append(.index(place(of: node, in: parent))) }
      node = parent
    }
    return JSONPath(steps.reversed())
  }

  /// The key of a member.
  func key(of node: Int32) -> String? {
    let node = nodes[Int(node)]
    if node.keyEnd == node.keyStart { return nil }
    return (try? JSON(parsing: Array(text[Int(node.keyStart)..<Int(node.keyEnd)])))?.string
  }

  private func place(of node: Int32, in parent: Int32) -> Int {
    var (child, place) = (nodes[Int(parent)].first, 0)
    while child != node, child >= 0 { (child, place) = (nodes[Int(child)].next, place + 1) }
    return place
  }
}
