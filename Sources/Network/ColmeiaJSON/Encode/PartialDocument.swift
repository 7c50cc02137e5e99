/// A document that is being encoded: an array of nodes, linked by first child and next sibling, and one buffer for the
/// text of all scalars. Containers can be filled in any order, even while others are open.
final class PartialDocument {
  enum Kind: UInt8 { case empty, scalar, array, object }

  /// The order in which the children of a node are printed.
  enum Order: UInt8 {
    case asWritten, byKey
    /// By the text of each element, because the type encodes its elements in hash order, which differs from run to run.
    case elements
    /// Like ``elements``, but each element is followed by its value.
    case pairs
  }

  struct Node {
    var kind = Kind.empty
    var order = Order.asWritten
    /// Whether the node was created by the synthesized conformance of an enum for a case's payload.
    var isPayload = false
    /// Whether a key may have been encoded twice.
    var mayRepeat = false
    /// The range of a scalar's text in the buffer.
    var start: Int32 = 0, end: Int32 = 0
    /// The range of the key's JSON text in the buffer. Empty in an array.
    var keyStart: Int32 = 0, keyEnd: Int32 = 0
    var parent: Int32 = -1
    var first: Int32 = -1, last: Int32 = -1, next: Int32 = -1
  }

  let coding: JSONCoding
  let userInfo: [CodingUserInfoKey: Any]
  // Exclusivity holds: no method calls code outside this file while it mutates one of these.
  @exclusivity(unchecked) var nodes: [Node] = [Node()]
  @exclusivity(unchecked) private(set) var text = ByteBuffer()
  /// The key type with which dictionaries encode themselves, if known.
  let dictionaryKeys: ObjectIdentifier?
  /// The key type of the most recent keyed container.
  var lastKeys: ObjectIdentifier?
  /// The first misuse of the encoder in a method that can't throw.
  private var misuse: JSONError?
  /// The last error that was neither an `EncodingError` nor from this module, and the innermost node where it was
  /// caught.
  private var foreign: (text: String, node: Int32)?
  // Exclusivity holds: the methods of this value don't call back into the document.
  @exclusivity(unchecked) var forms = PayloadFormCache()
  /// The number of types that are encoding themselves, each inside the previous one.
  private var depth = 0

  init(_ coding: JSONCoding, _ userInfo: [CodingUserInfoKey: any Sendable]) {
    self.coding = coding
    if userInfo.isEmpty { self.userInfo = [:] } else { self.userInfo = userInfo }
    dictionaryKeys = Self.dictionaryKeys
  }

  /// Creates a document that only records what a type does.
  init() {
    coding = .standard
    userInfo = [:]
    dictionaryKeys = nil
  }

  /// Encodes the root value of the document.
  func encode(_ value: some Encodable) throws(JSONError) {
    do { try box(value, 0) } catch { throw located(error) }
    if text.count > JSONLimits.largestText { refuseLength(0) }
    if let misuse { throw misuse }
    orderChildren()
  }

  /// Encodes a value at a node. Types with a native JSON representation bypass containers. The types are compared first,
  /// because a cast that fails takes longer.
  func box<Value: Encodable>(_ value: Value, _ node: Int32) throws {
    let type = Value.self
    if type == String.self, let value = value as? String { return write(value, node) }
    if type == Int.self, let value = value as? Int { return write(value, node) }
    if type == Double.self, let value = value as? Double { return try write(value, node) }
    if type == Bool.self, let value = value as? Bool { return write(value, node) }
    if FoundationForms.contains(type) { return try putFoundation(value, node) }
    guard depth < JSONLimits.types else { throw failure(.tooManyTypes, value, node) }
    depth += 1
    defer { depth -= 1 }
    do {
      try value.encode(to: PartialDocumentEncoder(draft: self, node: node, type: type))
    } catch {
      noteForeign(error, node)
      throw error
    }
    // A type that encodes nothing becomes an empty object, as with other encoders.
    if nodes[Int(node)].kind == .empty { nodes[Int(node)].kind = .object }
  }

  /// Makes a node a container, unless it already is one of this kind.
  func open(_ kind: Kind, at node: Int32) {
    if nodes[Int(node)].kind != kind { claim(node, kind) }
  }

  /// Appends a child to a node, with a key if the node is an object.
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

  /// Makes a node a scalar with the text that `write` appends.
  @inline(__always) func scalar(_ node: Int32, _ write: (inout ByteBuffer) -> Void) {
    claim(node, .scalar)
    nodes[Int(node)].start = Int32(truncatingIfNeeded: text.count)
    write(&text)
    nodes[Int(node)].end = Int32(truncatingIfNeeded: text.count)
  }

  /// Sets the kind of a node. A node can be encoded only once.
  @inline(__always) private func claim(_ node: Int32, _ kind: Kind) {
    if nodes[Int(node)].kind != .empty { refuse("a type encoded two values; encode one value or a container", node) }
    if text.count > JSONLimits.largestText { refuseLength(node) }
    nodes[Int(node)].kind = kind
  }

  private func refuseLength(_ node: Int32) {
    refuse("the document has more than \(JSONLimits.largestText) bytes", node)
  }

  private func refuse(_ message: String, _ node: Int32) {
    if misuse == nil { misuse = JSONError(.unencodable(message), at: path(to: node)) }
  }

  /// Returns the error to throw to a type.
  func failure(_ reason: JSONError.Reason, _ value: Any, _ node: Int32) -> EncodingError {
    let error = JSONError(reason, at: path(to: node))
    return .invalidValue(
      value,
      EncodingError.Context(codingPath: codingPath(node), debugDescription: error.message, underlyingError: error))
  }

  /// Records the innermost node of an error without a path. The same error passes through here once for each enclosing
  /// type.
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
