/// A parsed document as an array of nodes in document order, without a tree or strings. The contents of a container
/// follow its node; an object contains alternating keys and values.
///
/// Decoding walks the tape and creates only the strings that are asked for.
struct Tape {
  enum Kind: UInt8 { case null, yes, no, number, string, escapedString, array, object }

  struct Node {
    /// The offset of the value's text. For a string, it excludes the opening quotation mark.
    let start: Int32
    /// The end of a scalar's text. For a string, it excludes the closing quotation mark. For an object that is being
    /// decoded, it is the node of the key after the last key found, where the next search begins.
    var end: Int32
    /// The first node after this value. While a container is being parsed, this is its enclosing container, or -1.
    var next: Int32
    /// The number of elements or members in a container.
    var count: Int32
    let kind: Kind
    /// State of decoding: whether a type has decoded the node (always `true` for keys), and whether it is the payload
    /// of an enum case.
    var isAsked = false, isPayload = false
    /// Whether a string is known to consist of ASCII.
    let isASCII: Bool
  }

  let bytes: [UInt8]
  let nodes: TapeNodes

  subscript(_ index: Int32) -> Node {
    @inline(__always) get { nodes[Int(index)] }
    @inline(__always) nonmutating _modify { yield &nodes[Int(index)] }
  }

  /// Returns the string of a string node.
  func string(_ index: Int32) -> String {
    let node = self[index]
    return withText(of: node) {
      node.kind == .escapedString
        ? Escapes.decode($0, isASCII: node.isASCII) : String(validated: $0, isASCII: node.isASCII)
    }
  }

  /// Returns the number of a number node.
  func number(_ index: Int32) -> JSONNumber {
    JSONNumber(verified: withText(of: self[index]) { String(validated: $0, isASCII: true) })
  }

  /// Calls `body` with the bytes of a scalar as they are in the document.
  @inline(__always) func withText<Result>(of node: Node, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    bytes.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[Int(node.start)..<Int(node.end)])) }
  }

  /// Returns the offset of a node's text, including a string's quotation mark.
  func start(of index: Int32) -> Int {
    let node = self[index]
    return Int(node.start) - (node.kind == .string || node.kind == .escapedString ? 1 : 0)
  }
}

extension String {
  /// Creates a string without validating it again. The bytes must be valid UTF-8: those of a number or of a string
  /// without escapes on a tape, which the parser has validated, or of a string whose escapes have been decoded.
  /// `isASCII` may be `true` only if all of them are ASCII.
  @inline(__always) init(validated bytes: UnsafeBufferPointer<UInt8>, isASCII: Bool) {
    if #available(iOS 26, macOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      self.init(copying: UTF8Span(unchecked: bytes.span, isKnownASCII: isASCII))
    } else {
      self.init(decoding: bytes, as: UTF8.self)
    }
  }
}
