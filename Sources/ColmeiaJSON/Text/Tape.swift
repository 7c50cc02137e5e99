/// A document as one array of nodes in the order of the text: no tree, no strings. A container is followed by all that it
/// holds; an object by key, value, key, value.
///
/// Decoding walks the tape and makes a string only of what is asked for.
struct Tape {
  enum Kind: UInt8 { case null, yes, no, number, string, escapedString, array, object }

  struct Node {
    /// Where the text of the value begins: of a string behind the quotation mark.
    let start: Int32
    /// Where the text of a scalar ends: of a string before the quotation mark. Of an object, while it is decoded, the key
    /// behind the one that was found last, where the next one is looked for first.
    var end: Int32
    /// The first node that is not part of this value. Of a container that is still being read, the one around it; -1 for none.
    var next: Int32
    /// How many elements or members a container has.
    var count: Int32
    let kind: Kind
    /// While it is decoded: whether somebody has asked for it, as nobody does for keys; and whether it is what a case was
    /// given.
    var isAsked = false, isPayload = false
  }

  let bytes: [UInt8]
  let nodes: TapeNodes

  subscript(_ index: Int32) -> Node {
    @inline(__always) get { nodes[Int(index)] }
    @inline(__always) nonmutating _modify { yield &nodes[Int(index)] }
  }

  /// The text of a string node.
  func string(_ index: Int32) -> String {
    let node = self[index]
    return withText(of: node) {
      node.kind == .escapedString ? Escapes.decode($0) : String(decoding: $0, as: UTF8.self)
    }
  }

  /// The text of a number node.
  func number(_ index: Int32) -> JSONNumber {
    JSONNumber(verified: withText(of: self[index]) { String(decoding: $0, as: UTF8.self) })
  }

  /// Whether a text stands in it that is no key.
  var hasTexts: Bool {
    var (texts, keys): (Int, Int) = (0, 0)
    for index in 0..<nodes.count {
      switch nodes[index].kind {
      case .string, .escapedString: texts += 1
      case .object: keys += Int(nodes[index].count)
      case .null, .yes, .no, .number, .array: break
      }
    }
    return texts > keys
  }

  /// The bytes of a scalar, as they stand in the document.
  @inline(__always) func withText<Result>(of node: Node, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    bytes.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[Int(node.start)..<Int(node.end)])) }
  }

  /// Where the text of a node begins, its quotation mark included.
  func start(of index: Int32) -> Int {
    let node = self[index]
    return Int(node.start) - (node.kind == .string || node.kind == .escapedString ? 1 : 0)
  }
}
