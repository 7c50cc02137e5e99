extension PartialDocument {
  /// The printed form of a node.
  private enum Shape { case scalar, name, array, object, bare }

  /// Returns the text of a node, including its contents. The method is iterative: each node refers to its parent and
  /// its next sibling.
  func bytes(of top: Int32 = 0, _ layout: JSONLayout) -> [UInt8] {
    var printer = JSONPrinter(layout: layout, capacity: top == 0 ? text.count + 4 * nodes.count : 64)
    var index = top
    while true {
      let node = nodes[Int(index)]
      let shape = shape(index)
      begin(node, shape, &printer)
      if shape != .scalar, shape != .name, node.first >= 0 {
        index = node.first
        beginMember(index, in: shape, isFirst: true, &printer)
        continue
      }
      // Move up to the nearest ancestor that has a next sibling.
      var done = index
      while true {
        end(nodes[Int(done)], self.shape(done), &printer)
        if done == top { return printer.bytes.array }
        let parent = nodes[Int(done)].parent
        index = nodes[Int(done)].next
        if index >= 0 {
          beginMember(index, in: self.shape(parent), isFirst: false, &printer)
          break
        }
        done = parent
      }
    }
  }

  private func begin(_ node: Node, _ shape: Shape, _ printer: inout JSONPrinter) {
    switch shape {
    case .scalar: printer.bytes.append(text[Int(node.start)..<Int(node.end)])
    case .name: printer.bytes.append(key(of: nodes[Int(node.first)]))
    case .array: printer.open(UInt8(ascii: "["))
    case .object: printer.open(UInt8(ascii: "{"))
    case .bare: break
    }
  }

  private func end(_ node: Node, _ shape: Shape, _ printer: inout JSONPrinter) {
    switch shape {
    case .array: printer.close(UInt8(ascii: "]"), isEmpty: node.first < 0)
    case .object: printer.close(UInt8(ascii: "}"), isEmpty: node.first < 0)
    case .scalar, .name, .bare: break
    }
  }

  private func beginMember(_ index: Int32, in shape: Shape, isFirst: Bool, _ printer: inout JSONPrinter) {
    if shape == .bare { return }
    printer.separate(isFirst: isFirst)
    guard shape == .object else { return }
    printer.bytes.append(key(of: nodes[Int(index)]))
    printer.separateKey()
  }

  private func key(of node: Node) -> UnsafeBufferPointer<UInt8> { text[Int(node.keyStart)..<Int(node.keyEnd)] }

  private func shape(_ index: Int32) -> Shape {
    let node = nodes[Int(index)]
    switch node.kind {
    case .scalar: return .scalar
    case .array: return .array
    case .object, .empty:
      guard node.first >= 0 else { return .object }
      if isCase(node), nodes[Int(node.first)].first < 0 { return .name }
      guard node.isPayload, node.parent >= 0, isCase(nodes[Int(node.parent)]) else { return .object }
      return payloadShape(node)
    }
  }

  /// Whether a node is an enum case: its only member is the payload.
  private func isCase(_ node: Node) -> Bool {
    node.first >= 0 && node.first == node.last && nodes[Int(node.first)].isPayload
  }

  /// Returns the form of a payload. A single unlabeled value is not wrapped, unless it could be mistaken for the
  /// wrapper object of the synthesized form. Several unlabeled values are an array, and labeled values an object.
  private func payloadShape(_ payload: Node) -> Shape {
    guard hasNoLabels(payload) else { return .object }
    if payload.first != payload.last { return .array }
    var child = nodes[Int(payload.first)].first
    while child >= 0 {
      if key(of: nodes[Int(child)]).elementsEqual("\"_0\"".utf8) { return .object }
      child = nodes[Int(child)].next
    }
    return .bare
  }

  private func hasNoLabels(_ node: Node) -> Bool {
    var (child, number) = (node.first, 0)
    while child >= 0 {
      let member = nodes[Int(child)]
      guard key(of: member).elementsEqual("\"_\(number)\"".utf8) else { return false }
      (child, number) = (member.next, number + 1)
    }
    return true
  }
}
