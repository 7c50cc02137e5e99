/// A document that is being decoded: the tape, and what has been asked for.
final class TapeDocument {
  let tape: Tape
  let coding: JSONCoding
  let userInfo: [CodingUserInfoKey: Any]
  /// Whether somebody wants to know what nobody asks for.
  let isStrict: Bool
  /// The keys that were asked for and not there, by object; empty unless strict.
  var missed: [Int32: [String]] = [:]
  /// Where an enum has not found one case, and the keys that it has for them: what the compiler's conformance says of it
  /// tells little.
  var undecided: (node: Int32, keys: any CodingKey.Type)?
  /// Where an enum has refused a text as none of its own, and whether it has another one.
  var refused: (node: Int32, has: (String) -> Bool)?
  /// The last error that was neither the library's nor of Codable, and the innermost node where it was seen.
  var foreign: (text: String, node: Int32)?
  // Nothing that these call comes back here.
  @exclusivity(unchecked) var forms = MetForms()
  @exclusivity(unchecked) private var stack = StackGuard()

  init(_ tape: Tape, _ coding: JSONCoding, _ userInfo: [CodingUserInfoKey: any Sendable]) {
    self.tape = tape
    self.coding = coding
    if userInfo.isEmpty { self.userInfo = [:] } else { self.userInfo = userInfo }
    isStrict = coding.unknownKeys == .refused
  }

  func decode<Value: Decodable>(_ type: Value.Type, at node: Int32 = 0) throws(JSONError) -> Value {
    do {
      ask(node)
      let value = try unbox(type, node)
      if isStrict { try refuseUnasked() }
      return value
    } catch {
      throw located(error)
    }
  }

  /// The value of a node. Types with a form of their own in JSON do not go through a container, nor through a dynamic
  /// cast, which takes longer than reading a number; the comparison of types before it proves each bit cast.
  func unbox<Value: Decodable>(_ type: Value.Type, _ node: Int32) throws -> Value {
    if type == String.self { return unsafeBitCast(try string(node), to: type) }
    if type == Int.self { return unsafeBitCast(try integer(Int.self, node), to: type) }
    if type == Double.self { return unsafeBitCast(try double(node), to: type) }
    if type == Bool.self { return unsafeBitCast(try bool(node), to: type) }
    if type == [String].self { return unsafeBitCast(try elements(node, string), to: type) }
    if type == [Int].self { return unsafeBitCast(try elements(node) { try integer(Int.self, $0) }, to: type) }
    if type == [Double].self { return unsafeBitCast(try elements(node, double), to: type) }
    guard stack.suffices() else {
      throw failure(
        .limit("the value is nested too deeply for the stack of this thread; a larger one takes more"), type, node)
    }
    do {
      return try Value(from: TapeDecoder(document: self, node: node))
    } catch {
      throw explained(error, type, node)
    }
  }

  /// An array of what has a form of its own in JSON, without a container.
  @inline(__always) private func elements<Value>(
    _ node: Int32, _ read: (Int32) throws -> Value
  ) throws -> [Value] {
    ask(node)
    let array = tape[node]
    guard array.kind == .array else { throw mismatch([Any].self, "an array", node) }
    var values: [Value] = []
    values.reserveCapacity(Int(array.count))
    var element = node + 1
    while element < array.next {
      ask(element)
      values.append(try read(element))
      element = tape[element].next
    }
    return values
  }

  /// The value of a key of an object node. The next key is usually the one behind the last.
  @inline(__always) func member(_ name: String, of node: Int32) -> Int32? {
    let object = tape[node]
    var key = object.end
    if key >= object.next || !tape.isKey(key, name) {
      key = node + 1
      while key < object.next, !tape.isKey(key, name) { key = tape[key + 1].next }
      if key >= object.next {
        miss(name, in: node)
        return nil
      }
    }
    tape[node].end = tape[key + 1].next
    return key + 1
  }

  /// Somebody has asked for the node.
  @inline(__always) func ask(_ node: Int32) {
    if isStrict { tape[node].isAsked = true }
  }

  /// The whole of a node as JSON; all in it counts as asked for.
  func takeWhole(_ node: Int32) -> JSON {
    if isStrict { for inner in node..<tape[node].next { tape[inner].isAsked = true } }
    return tape.value(node)
  }
}
