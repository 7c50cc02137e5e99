extension TapeDocument {
  /// Records that a type has asked for a missing key.
  @inline(__always) func miss(_ key: String, in node: Int32) {
    if isStrict { missed[node, default: []].append(key) }
  }

  /// Marks a node as the payload of an enum case.
  func notePayload(_ node: Int32) {
    guard isStrict else { return }
    let isEmpty = tape[node].kind == .object && tape[node].count == 0
    if isEmpty { tape[node].isAsked = true } else { tape[node].isPayload = true }
  }

  /// Throws for the first value that no type has decoded. Values inside it are not examined.
  func refuseUnasked() throws {
    for node in 1..<Int32(max(1, tape.nodes.count)) where !tape[node].isAsked { throw unasked(node) }
  }

  private func unasked(_ value: Int32) -> TapeFailure {
    if tape[value].isPayload {
      return TapeFailure(reason: .invalid("this case has no payload; remove it"), node: value)
    }
    let container = container(of: value)
    guard tape[container].kind == .object else {
      return TapeFailure(reason: .invalid("unexpected element; remove it"), node: value)
    }
    let key = tape.string(value - 1)
    return TapeFailure(
      reason: .unknownKey(key, nearest: NearestName.of(key, in: missed[container] ?? [])), node: value)
  }

  /// Returns the innermost container of a node.
  private func container(of node: Int32) -> Int32 {
    var container = node - 1
    while container > 0, tape[container].count == 0 || tape[container].next <= node { container -= 1 }
    return container
  }
}
