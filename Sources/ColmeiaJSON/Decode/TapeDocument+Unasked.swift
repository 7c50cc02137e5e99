extension TapeDocument {
  /// Somebody has asked for a key that is not there.
  @inline(__always) func miss(_ key: String, in node: Int32) {
    if isStrict { missed[node, default: []].append(key) }
  }

  /// Here stands what a case was given.
  func notePayload(_ node: Int32) {
    guard isStrict else { return }
    if tape[node].kind == .object, tape[node].count == 0 { asked[Int(node)] = true } else { payloads.insert(node) }
  }

  /// The first key, or payload, that nobody has asked for. What stands below it is not looked at.
  func refuseUnasked() throws {
    // The containers around the node at hand.
    var open: [Int32] = []
    var node: Int32 = 0
    while node < tape.nodes.count {
      while let last = open.last, node >= tape[last].next { open.removeLast() }
      if let container = open.last {
        if tape[container].kind == .object { node += 1 }
        if !asked[Int(node)] { throw unasked(node, in: container) }
      }
      if tape[node].count > 0 { open.append(node) }
      node += 1
    }
  }

  private func unasked(_ value: Int32, in container: Int32) -> TapeFailure {
    if payloads.contains(value) {
      return TapeFailure(reason: .invalid("this case takes no payload; leave it out"), node: value)
    }
    guard tape[container].kind == .object else {
      return TapeFailure(reason: .invalid("nothing here takes this element; leave it out"), node: value)
    }
    let key = tape.string(value - 1)
    return TapeFailure(
      reason: .unknownKey(key, nearest: NearestName.of(key, in: missed[container] ?? [])), node: value)
  }
}
