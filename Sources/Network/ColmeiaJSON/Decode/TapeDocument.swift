/// A document that is being decoded: the tape, and which of its values have been decoded.
final class TapeDocument {
  let tape: Tape
  let coding: JSONCoding
  let userInfo: [CodingUserInfoKey: Any]
  /// Whether values that no type decodes are an error.
  let isStrict: Bool
  /// The missing keys that types have asked for, by object. Empty unless ``isStrict``.
  var missed: [Int32: [String]] = [:]
  /// The node at which an enum did not find exactly one case, and the type of its keys. The error of the synthesized
  /// conformance contains little information.
  var undecided: (node: Int32, keys: any CodingKey.Type)?
  /// The last error that was neither a `DecodingError` nor from this module, and the innermost node where it was
  /// caught.
  var foreign: (text: String, node: Int32)?
  // Exclusivity holds: the methods of these values don't call back into the document.
  @exclusivity(unchecked) var forms = PayloadFormCache()
  /// The number of types that are decoding themselves, each inside the previous one.
  @exclusivity(unchecked) private var depth = 0
  /// The last key that was found, and the node of its object.
  @exclusivity(unchecked) private var last: (node: Int32, key: Int32) = (-1, 0)
  /// The paths to the nodes, once one is needed.
  @exclusivity(unchecked) var paths: TapePaths?

  init(_ tape: Tape, _ coding: JSONCoding, _ userInfo: [CodingUserInfoKey: any Sendable]) {
    self.tape = tape
    self.coding = coding
    if userInfo.isEmpty { self.userInfo = [:] } else { self.userInfo = userInfo }
    isStrict = coding.unknownKeys == .refused
  }

  func decode<Value: Decodable>(_ type: Value.Type, at node: Int32 = 0) throws(JSONError) -> Value {
    do {
      visit(node)
      let value = try unbox(type, node)
      if isStrict { try refuseUnasked() }
      return value
    } catch {
      throw located(error)
    }
  }

  /// Decodes the value of a node. Types with a native JSON representation bypass containers.
  func unbox<Value: Decodable>(_ type: Value.Type, _ node: Int32) throws -> Value {
    if type == String.self, let value = try string(node) as? Value { return value }
    if type == Int.self, let value = try integer(Int.self, node) as? Value { return value }
    if type == Double.self, let value = try double(node) as? Value { return value }
    if type == Bool.self, let value = try bool(node) as? Value { return value }
    if type == [String].self, let value = try elements(node, string) as? Value { return value }
    if type == [Int].self, let value = try elements(node, { try integer(Int.self, $0) }) as? Value { return value }
    if type == [Double].self, let value = try elements(node, double) as? Value { return value }
    if FoundationForms.contains(type) { return try foundationValue(type, node) }
    guard depth < JSONLimits.types else { throw failure(.tooManyTypes, type, node) }
    depth += 1
    defer { depth -= 1 }
    do {
      return try Value(from: TapeDecoder(document: self, node: node))
    } catch {
      throw explained(error, type, node)
    }
  }

  /// Decodes an array whose elements have a native JSON representation, without a container.
  @inline(__always) private func elements<Value>(
    _ node: Int32, _ read: (Int32) throws -> Value
  ) throws -> [Value] {
    visit(node)
    let array = tape[node]
    guard array.kind == .array else { throw mismatch([Any].self, "an array", node) }
    var values: [Value] = []
    values.reserveCapacity(Int(array.count))
    var element = node + 1
    while element < array.next {
      visit(element)
      values.append(try read(element))
      element = tape[element].next
    }
    return values
  }

  /// Returns the value of a key of an object node. The next key is usually the one after the last.
  @inline(__always) func member(_ name: String, of node: Int32) -> Int32? {
    let object = tape[node]
    if object.end < object.next, tape.isKey(object.end, name) { return value(object.end, of: node) }
    return search(name, of: node)
  }

  @inline(never) private func search(_ name: String, of node: Int32) -> Int32? {
    // A type may ask whether there is a value, and then for the value.
    if last.node == node, tape.isKey(last.key, name) { return value(last.key, of: node) }
    var key = node + 1
    while key < tape[node].next {
      if tape.isKey(key, name) { return value(key, of: node) }
      key = tape[key + 1].next
    }
    miss(name, in: node)
    return nil
  }

  @inline(__always) private func value(_ key: Int32, of node: Int32) -> Int32 {
    tape[node].end = tape[key + 1].next
    last = (node, key)
    return key + 1
  }

  /// Marks a node as decoded.
  @inline(__always) func visit(_ node: Int32) {
    if isStrict { tape[node].isAsked = true }
  }

  /// Returns a whole node as JSON, and marks everything in it as decoded.
  func takeWhole(_ node: Int32) -> JSON {
    if isStrict { for inner in node..<tape[node].next { tape[inner].isAsked = true } }
    return tape.value(node)
  }
}
