extension Draft {
  /// The document as text.
  func bytes(_ layout: JSONLayout) -> [UInt8] {
    var printer = JSONPrinter(layout: layout)
    printer.bytes.reserveCapacity(text.count + 8 * nodes.count)
    print(0, &printer)
    return printer.bytes
  }

  private func print(_ index: Int32, _ printer: inout JSONPrinter) {
    let node = nodes[Int(index)]
    switch node.kind {
    case .scalar: printer.bytes.append(contentsOf: text[Int(node.start)..<Int(node.end)])
    case .array: printArray(node, &printer)
    case .object, .empty:
      if coding.cases == .plain, let payload = payload(of: node), isEmpty(payload) {
        // A case without payload is its name.
        printer.bytes.append(contentsOf: text[Int(payload.keyStart)..<Int(payload.keyEnd)])
      } else {
        printObject(node, &printer)
      }
    }
  }

  private func isEmpty(_ node: Node) -> Bool { node.first < 0 }

  /// The one member, if it is the payload of an enum's case.
  private func payload(of node: Node) -> Node? {
    guard node.first >= 0, node.first == node.last, nodes[Int(node.first)].isPayload else { return nil }
    return nodes[Int(node.first)]
  }

  private func printArray(_ node: Node, _ printer: inout JSONPrinter) {
    printer.container("[", "]", isEmpty(node)) { printer in
      printChildren(node, &printer) { child, printer in print(child, &printer) }
    }
  }

  private func printObject(_ node: Node, _ printer: inout JSONPrinter) {
    printer.container("{", "}", isEmpty(node)) { printer in
      printChildren(node, &printer) { child, printer in
        let member = nodes[Int(child)]
        printer.key { $0.append(contentsOf: text[Int(member.keyStart)..<Int(member.keyEnd)]) }
        if member.isPayload, coding.cases == .plain, node.first == node.last {
          printPayload(member, &printer)
        } else {
          print(child, &printer)
        }
      }
    }
  }

  private func printChildren(
    _ node: Node, _ printer: inout JSONPrinter, _ body: (Int32, inout JSONPrinter) -> Void
  ) {
    var (child, index) = (node.first, 0)
    while child >= 0 {
      printer.separate(index)
      body(child, &printer)
      (child, index) = (nodes[Int(child)].next, index + 1)
    }
  }

  /// One payload without a label stands by itself, several are an array; with labels they are an object.
  private func printPayload(_ node: Node, _ printer: inout JSONPrinter) {
    guard hasNoLabels(node) else { return printObject(node, &printer) }
    if node.first == node.last { print(node.first, &printer) } else { printArray(node, &printer) }
  }

  private func hasNoLabels(_ node: Node) -> Bool {
    var (child, number) = (node.first, 0)
    while child >= 0 {
      let member = nodes[Int(child)]
      guard text[Int(member.keyStart)..<Int(member.keyEnd)].elementsEqual("\"_\(number)\"".utf8) else { return false }
      (child, number) = (member.next, number + 1)
    }
    return true
  }
}
