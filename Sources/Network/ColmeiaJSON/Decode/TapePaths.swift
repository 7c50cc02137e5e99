/// The parents of a tape's nodes, with which the path to any node is found without walking its siblings.
struct TapePaths {
  /// The container of each node, and the number of nodes before it in the container.
  private var positions: [(parent: Int32, number: Int32)] = []

  /// - Complexity: O(nodes).
  init(_ tape: Tape) {
    var open: [(node: Int32, next: Int32, count: Int32)] = []
    for node in 0..<tape[0].next {
      while let last = open.last, last.next <= node { open.removeLast() }
      positions.append((open.last?.node ?? -1, open.last?.count ?? 0))
      if !open.isEmpty { open[open.count - 1].count += 1 }
      let kind = tape[node].kind
      if kind == .array || kind == .object { open.append((node, tape[node].next, 0)) }
    }
  }

  /// Returns the path to a node, for messages.
  ///
  /// - Complexity: O(depth).
  func path(to target: Int32, in tape: Tape) -> JSONPath {
    var steps: [JSONPath.Step] = []
    var node = target
    while node > 0 {
      let position = positions[Int(node)]
      // An object contains a key before each value.
      let isKey = position.number.isMultiple(of: 2)
      steps.append(
        tape[position.parent].kind == .object
          ? .key(tape.string(isKey ? node : node - 1)) : .index(Int(position.number)))
      node = position.parent
    }
    return JSONPath(steps.reversed())
  }
}
