/// A document that is being encoded: nodes in one array, each with its first child and its next sibling, and one buffer for
/// the text of all scalars. Containers may be filled in any order, also while others are open.
final class PartialDocument {
  enum Kind: UInt8 { case empty, scalar, array, object }

  /// In which order the children of a node are printed.
  enum Order: UInt8 {
    case asWritten, byKey
    /// What a type has written in the order of its hashes, which differs from run to run: by its text.
    case elements
    /// The same, each element with the one behind it.
    case pairs
  }

  struct Node {
    var kind = Kind.empty
    var order = Order.asWritten
    /// Whether the compiler's conformance of an enum has made it for a case's payload.
    var isPayload = false
    /// Whether a key may have been written twice.
    var mayRepeat = false
    /// Where the text of a scalar is.
    var start: Int32 = 0, end: Int32 = 0
    /// Where the key, as JSON, is; nowhere in an array.
    var keyStart: Int32 = 0, keyEnd: Int32 = 0
    var parent: Int32 = -1
    var first: Int32 = -1, last: Int32 = -1, next: Int32 = -1
  }

  let coding: JSONCoding
  let userInfo: [CodingUserInfoKey: Any]
  // No method that has one of the two calls out of this file while it changes it.
  @exclusivity(unchecked) var nodes: [Node] = [Node()]
  @exclusivity(unchecked) private(set) var text = ByteBuffer()
  /// The key type with which dictionaries encode themselves, if it is known.
  let dictionaryKeys: ObjectIdentifier?
  /// The key type of the last container.
  var lastKeys: ObjectIdentifier?
  /// The first misuse where nothing could be thrown.
  private var misuse: JSONError?
  /// The last error that was not of Codable, and the innermost node where it was seen.
  private var foreign: (text: String, node: Int32)?
  // Nothing that it calls comes back here.
  @exclusivity(unchecked) var forms = MetForms()
  private var stack = StackGuard()

  init(_ coding: JSONCoding, _ userInfo: [CodingUserInfoKey: any Sendable]) {
    self.coding = coding
    if userInfo.isEmpty { self.userInfo = [:] } else { self.userInfo = userInfo }
    dictionaryKeys = Self.dictionaryKeys
  }

  /// A draft that is only asked what a type has done.
  init() {
    coding = .standard
    userInfo = [:]
    dictionaryKeys = nil
  }

  /// Encodes the value of the whole document.
  func encode(_ value: some Encodable) throws(JSONError) {
    do { try box(value, 0) } catch { throw located(error) }
    if text.count > JSONLimits.largestText { refuseLength(0) }
    if let misuse { throw misuse }
    orderChildren()
  }

  /// Encodes a value as a node. Types with a form of their own in JSON do not go through a container, nor through a dynamic
  /// cast; the comparison of types before it proves each bit cast.
  func box<Value: Encodable>(_ value: Value, _ node: Int32) throws {
    let type = Value.self
    if type == String.self { return put(unsafeBitCast(value, to: String.self), node) }
    if type == Int.self { return put(unsafeBitCast(value, to: Int.self), node) }
    if type == Double.self { return try put(unsafeBitCast(value, to: Double.self), node) }
    if type == Bool.self { return put(unsafeBitCast(value, to: Bool.self), node) }
    guard stack.suffices() else {
      throw failure(
        .limit("the value is nested too deeply for the stack of this thread; a larger one takes more"), value, node)
    }
    do {
      try value.encode(to: PartialDocumentEncoder(draft: self, node: node, type: type))
    } catch {
      noteForeign(error, node)
      throw error
    }
    // A type that writes nothing is an empty object, as for other encoders.
    if nodes[Int(node)].kind == .empty { nodes[Int(node)].kind = .object }
  }

  /// Makes a node a container, or goes on with it.
  func open(_ kind: Kind, at node: Int32) {
    if nodes[Int(node)].kind != kind { claim(node, kind) }
  }

  /// A new last child; with a key in an object.
  func child(of parent: Int32, _ key: String? = nil) -> Int32 {
    let index = Int32(truncatingIfNeeded: nodes.count)
    var node = Node()
    node.parent = parent
    if let key {
      node.keyStart = Int32(truncatingIfNeeded: text.count)
      text.append(quoting: key)
      node.keyEnd = Int32(truncatingIfNeeded: text.count)
    }
    nodes.append(node)
    let last = nodes[Int(parent)].last
    if last < 0 { nodes[Int(parent)].first = index } else { nodes[Int(last)].next = index }
    nodes[Int(parent)].last = index
    return index
  }

  /// Makes a node a scalar, whose text `write` appends.
  @inline(__always) func scalar(_ node: Int32, _ write: (inout ByteBuffer) -> Void) {
    claim(node, .scalar)
    nodes[Int(node)].start = Int32(truncatingIfNeeded: text.count)
    write(&text)
    nodes[Int(node)].end = Int32(truncatingIfNeeded: text.count)
  }

  /// Gives a node its kind, which it has only once.
  @inline(__always) private func claim(_ node: Int32, _ kind: Kind) {
    if nodes[Int(node)].kind != .empty { refuse("a type has encoded two values; encode one, or a container", node) }
    if text.count > JSONLimits.largestText { refuseLength(node) }
    nodes[Int(node)].kind = kind
  }

  private func refuseLength(_ node: Int32) {
    refuse("the document has more than \(JSONLimits.largestText) bytes", node)
  }

  private func refuse(_ message: String, _ node: Int32) {
    if misuse == nil { misuse = JSONError(.unencodable(message), at: path(to: node)) }
  }

  /// The error that a type is told.
  func failure(_ reason: JSONError.Reason, _ value: Any, _ node: Int32) -> EncodingError {
    let error = JSONError(reason, at: path(to: node))
    return .invalidValue(
      value,
      EncodingError.Context(codingPath: codingPath(node), debugDescription: error.message, underlyingError: error))
  }

  /// Remembers where an error that knows nothing of paths was seen first; it passes here once for each type around it.
  private func noteForeign(_ error: any Error, _ node: Int32) {
    if error is EncodingError || error is JSONError { return }
    let text = "\(error)"
    if foreign?.text != text { foreign = (text, node) }
  }

  private func located(_ error: any Error) -> JSONError {
    switch error {
    case let error as JSONError: return error
    case EncodingError.invalidValue(_, let context):
      return context.underlyingError as? JSONError
        ?? JSONError(.unencodable(context.debugDescription), at: JSONPath(context.codingPath))
    default: return JSONError(.unencodable("\(error)"), at: path(to: foreign?.node ?? 0))
    }
  }
}
