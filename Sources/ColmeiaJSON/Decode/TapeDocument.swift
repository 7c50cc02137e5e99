/// A document that is being decoded: the tape, and what has been asked for.
final class TapeDocument {
  let tape: Tape
  let coding: JSONCoding
  /// Which nodes somebody has asked for; empty when nobody wants to know.
  private var asked: [Bool]
  /// The keys that were asked for and not there, by object, as far as somebody wants to know.
  private var missed: [Int32: [String]] = [:]
  /// The payloads of cases, as far as somebody wants to know.
  private var payloads: Set<Int32> = []
  /// The case of an enum that does not exist, and where: what the compiler's conformance says of it tells little.
  private var unknownCase: (name: String, node: Int32)?
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  init(_ tape: Tape, _ coding: JSONCoding) {
    self.tape = tape
    self.coding = coding
    asked = coding.unknownKeys == .refused ? Array(repeating: false, count: tape.nodes.count) : []
  }

  func decode<Value: Decodable>(_ type: Value.Type) throws(JSONError) -> Value {
    do {
      let value = try unbox(type, 0)
      if !asked.isEmpty { try refuseUnasked() }
      return value
    } catch {
      throw located(error)
    }
  }

  /// The value of a node. Types with a form of their own in JSON do not go through a container.
  func unbox<Value: Decodable>(_ type: Value.Type, _ node: Int32) throws -> Value {
    if let known = try scalar(type, node) { return known }
    return try Value(from: TapeDecoder(document: self, node: node))
  }

  /// An error with path and position.
  private func located(_ error: any Error) -> JSONError {
    var (located, node): (JSONError, Int32?)
    switch error {
    case let error as TapeFailure:
      (located, node) = (JSONError(error.reason, at: tape.path(to: error.node)), error.node)
    case let error as JSONError:
      (located, node) = (error, tape.node(at: error.path))
    case let error as DecodingError:
      (located, node) = described(error)
    default:
      (located, node) = (JSONError(.invalid("\(error)")), nil)
    }
    if let node { located.locate(tape.start(of: node), in: tape.bytes) }
    return located
  }

  private func described(_ error: DecodingError) -> (JSONError, Int32?) {
    let context: DecodingError.Context
    let reason: JSONError.Reason
    switch error {
    case .typeMismatch(_, let found): (context, reason) = (found, .invalid(found.debugDescription))
    case .valueNotFound(_, let found): (context, reason) = (found, .invalid(found.debugDescription))
    case .keyNotFound(let key, let found): (context, reason) = (found, .missingKey(key.stringValue))
    case .dataCorrupted(let found): (context, reason) = (found, .invalid(found.debugDescription))
    @unknown default: return (JSONError(.invalid("\(error)")), nil)
    }
    let path = JSONPath(context.codingPath.map { $0.intValue.map(JSONPath.Step.index) ?? .key($0.stringValue) })
    if let unknownCase, tape.path(to: unknownCase.node) == path || path.steps.isEmpty {
      return (
        JSONError(.unknownCase(unknownCase.name, nearest: nil), at: tape.path(to: unknownCase.node)), unknownCase.node
      )
    }
    return (JSONError(reason, at: path), tape.node(at: path))
  }
}

/// A failure at a node; its path and position are found when it is told.
struct TapeFailure: Error {
  let reason: JSONError.Reason
  let node: Int32
}

extension TapeDocument {
  /// Somebody has asked for the node.
  @inline(__always) func ask(_ node: Int32) {
    if !asked.isEmpty { asked[Int(node)] = true }
  }

  /// Somebody has asked for a key that is not there.
  func miss(_ key: String, in node: Int32) {
    if !asked.isEmpty { missed[node, default: []].append(key) }
  }

  /// Here stands what a case was given.
  func notePayload(_ node: Int32) {
    if !asked.isEmpty { payloads.insert(node) }
  }

  /// The whole of a node as JSON; all in it counts as asked for.
  func takeWhole(_ node: Int32) -> JSON {
    if !asked.isEmpty { for inner in Int(node)..<Int(tape.nodes[Int(node)].next) { asked[inner] = true } }
    return tape.value(node)
  }

  func noteUnknownCase(_ name: String, _ node: Int32) { unknownCase = (name, node) }

  /// The first key, or payload, that nobody has asked for. What stands below it is not looked at.
  private func refuseUnasked() throws(TapeFailure) {
    var node: Int32 = 1
    // Each entry: a container, whether it is an object, and whether the next node is a key.
    var ends: [(node: Int32, isObject: Bool)] = []
    if !tape.nodes.isEmpty, tape.nodes[0].next > 1 { ends.append((0, tape.nodes[0].kind == .object)) }
    while let container = ends.last {
      if node >= tape.nodes[Int(container.node)].next {
        ends.removeLast()
        continue
      }
      let value = container.isObject ? node + 1 : node
      if !asked[Int(value)] { throw unasked(value, container) }
      let inner = tape.nodes[Int(value)]
      if inner.next > value + 1 { ends.append((value, inner.kind == .object)) }
      node = inner.kind == .object || inner.kind == .array ? value + 1 : inner.next
    }
  }

  private func unasked(_ value: Int32, _ container: (node: Int32, isObject: Bool)) -> TapeFailure {
    if payloads.contains(value) {
      return TapeFailure(reason: .invalid("this case takes no payload; leave it out"), node: value)
    }
    guard container.isObject else {
      return TapeFailure(reason: .invalid("nothing here takes this element; leave it out"), node: value)
    }
    let key = tape.string(tape.nodes[Int(value - 1)])
    let near = NearestName.of(key, in: missed[container.node] ?? [])
    return TapeFailure(reason: .unknownKey(key, nearest: near), node: value)
  }
}
