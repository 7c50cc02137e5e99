extension PartialDocument {
  /// Returns the path to a node, for messages.
  func path(to node: Int32) -> JSONPath {
    var steps: [JSONPath.Step] = []
    var node = node
    while nodes[Int(node)].parent >= 0 {
      let parent = nodes[Int(node)].parent
      steps.append(key(of: node).map(JSONPath.Step.key) ?? .index(position(of: node, in: parent)))
      node = parent
    }
    return JSONPath(steps.reversed())
  }

  func codingPath(_ node: Int32) -> [any CodingKey] { path(to: node).codingKeys }

  /// Returns the key of a member, or `nil` for an element of an array.
  private func key(of index: Int32) -> String? {
    let node = nodes[Int(index)]
    if node.keyEnd == node.keyStart { return nil }
    return Escapes.decode(text[Int(node.keyStart) + 1..<Int(node.keyEnd) - 1], isASCII: false)
  }

  private func position(of node: Int32, in parent: Int32) -> Int {
    var (child, position) = (nodes[Int(parent)].first, 0)
    while child != node, child >= 0 { (child, position) = (nodes[Int(child)].next, position + 1) }
    return position
  }
}
