/// A document as one array of nodes in the order of the text: no tree, no strings. A container is followed by all that it
/// holds; an object by key, value, key, value.
///
/// Decoding walks the tape and makes a string only of what is asked for.
struct Tape: Sendable {
  enum Kind: UInt8, Sendable { case null, yes, no, number, string, escapedString, array, object }

  struct Node: Sendable {
    var kind: Kind
    /// Where the text of the value begins: of a string behind the quotation mark.
    var start: Int32
    /// Where the text ends: of a string before the quotation mark.
    var end: Int32
    /// The first node that is not part of this value.
    var next: Int32
    /// How many elements or members a container has.
    var count: Int32
  }

  var bytes: [UInt8]
  var nodes: [Node] = []
  /// Where the first value's text begins and the document's ends; a value may stand in the midst of a text.
  var range: Range<Int>

  /// Whether the key node is `key`.
  @inline(__always) func isKey(_ node: Int32, _ key: String) -> Bool {
    let node = nodes[Int(node)]
    if node.kind == .escapedString { return string(node) == key }
    var key = key
    return key.withUTF8 { key in
      guard key.count == Int(node.end - node.start) else { return false }
      return bytes.withUnsafeBufferPointer { bytes in
        var place = Int(node.start)
        for byte in key {
          if bytes[place] != byte { return false }
          place += 1
        }
        return true
      }
    }
  }

  /// The text of a string node.
  func string(_ node: Node) -> String {
    let range = Int(node.start)..<Int(node.end)
    if node.kind == .string {
      return bytes.withUnsafeBufferPointer { String(decoding: UnsafeBufferPointer(rebasing: $0[range]), as: UTF8.self) }
    }
    return Escapes.decode(bytes[range])
  }

  /// The text of a number node.
  func number(_ node: Node) -> JSONNumber {
    JSONNumber(verified: String(decoding: bytes[Int(node.start)..<Int(node.end)], as: UTF8.self))
  }

  /// The value at a node, as a tree.
  func value(_ index: Int32) -> JSON {
    let node = nodes[Int(index)]
    switch node.kind {
    case .null: return .null
    case .yes: return .bool(true)
    case .no: return .bool(false)
    case .number: return .number(number(node))
    case .string, .escapedString: return .string(string(node))
    case .array:
      var elements: [JSON] = []
      elements.reserveCapacity(Int(node.count))
      var child = index + 1
      while child < node.next {
        elements.append(value(child))
        child = nodes[Int(child)].next
      }
      return .array(elements)
    case .object:
      var members: [(key: String, value: JSON)] = []
      members.reserveCapacity(Int(node.count))
      var child = index + 1
      while child < node.next {
        members.append((string(nodes[Int(child)]), value(child + 1)))
        child = nodes[Int(child + 1)].next
      }
      return .object(JSONObject(unique: members))
    }
  }

  /// The way down to a node; for messages.
  ///
  /// - Complexity: O(nodes on the way and beside it).
  func path(to target: Int32) -> JSONPath {
    var path = JSONPath()
    var index: Int32 = 0
    while index < target {
      let node = nodes[Int(index)]
      let isObject = node.kind == .object
      var (child, number) = (index + 1, 0)
      while nodes[Int(isObject ? child + 1 : child)].next <= target {
        child = nodes[Int(isObject ? child + 1 : child)].next
        number += 1
      }
      path = isObject ? path.appending(string(nodes[Int(child)])) : path.appending(number)
      if isObject, child == target { break }
      index = isObject ? child + 1 : child
    }
    return path
  }

  /// The node at a path, if there is one.
  func node(at path: JSONPath, below top: Int32 = 0) -> Int32? {
    var index = top
    for step in path.steps {
      switch step {
      case .key(let key):
        guard let member = member(key, of: index) else { return nil }
        index = member
      case .index(let number):
        guard nodes[Int(index)].kind == .array, number >= 0, number < nodes[Int(index)].count else { return nil }
        var child = index + 1
        for _ in 0..<number { child = nodes[Int(child)].next }
        index = child
      }
    }
    return index
  }

  /// The value of a key of an object node.
  func member(_ key: String, of index: Int32) -> Int32? {
    let node = nodes[Int(index)]
    guard node.kind == .object else { return nil }
    var child = index + 1
    while child < node.next {
      if isKey(child, key) { return child + 1 }
      child = nodes[Int(child + 1)].next
    }
    return nil
  }

  /// Where the text of a node begins, its quotation mark included.
  func start(of index: Int32) -> Int {
    let node = nodes[Int(index)]
    return Int(node.start) - (node.kind == .string || node.kind == .escapedString ? 1 : 0)
  }
}
