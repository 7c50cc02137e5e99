/// A document as one array of nodes in the order of the text: no tree, no strings. A container is followed by all that it
/// holds; an object by key, value, key, value.
///
/// Decoding walks the tape and makes a string only of what is asked for.
struct Tape: Sendable {
  enum Kind: UInt8, Sendable { case null, yes, no, number, string, escapedString, array, object }

  struct Node: Sendable {
    /// Where the text of the value begins: of a string behind the quotation mark.
    let start: Int32
    /// Where the text of a scalar ends: of a string before the quotation mark.
    let end: Int32
    /// The first node that is not part of this value.
    var next: Int32
    /// How many elements or members a container has.
    var count: Int32
    let kind: Kind
  }

  let bytes: [UInt8]
  var nodes: [Node] = []

  subscript(_ index: Int32) -> Node {
    @inline(__always) get { nodes[Int(index)] }
    @inline(__always) _modify { yield &nodes[Int(index)] }
  }

  /// The text of a string node.
  func string(_ index: Int32) -> String {
    let node = self[index]
    let range = Int(node.start)..<Int(node.end)
    if node.kind == .escapedString { return Escapes.decode(bytes[range]) }
    return bytes.withUnsafeBufferPointer { String(decoding: UnsafeBufferPointer(rebasing: $0[range]), as: UTF8.self) }
  }

  /// The text of a number node.
  func number(_ index: Int32) -> JSONNumber {
    let node = self[index]
    return JSONNumber(verified: String(decoding: bytes[Int(node.start)..<Int(node.end)], as: UTF8.self))
  }

  /// Where the text of a node begins, its quotation mark included.
  func start(of index: Int32) -> Int {
    let node = self[index]
    return Int(node.start) - (node.kind == .string || node.kind == .escapedString ? 1 : 0)
  }
}
