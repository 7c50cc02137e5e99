/// A type that encodes its elements in hash order.
private protocol HashOrdered {
  static var order: PartialDocument.Order { get }
}

extension Set: HashOrdered { fileprivate static var order: PartialDocument.Order { .elements } }
extension Dictionary: HashOrdered { fileprivate static var order: PartialDocument.Order { .pairs } }

// Replaces hash orders by deterministic ones. If members have the same key, the last one is kept.
extension PartialDocument {
  /// Returns the order in which an array of this type is printed.
  static func order(of type: Any.Type) -> Order { (type as? any HashOrdered.Type)?.order ?? .asWritten }

  /// The key type with which dictionaries encode themselves. It has no public name, so it is determined by encoding a
  /// dictionary.
  static let dictionaryKeys: ObjectIdentifier? = {
    let draft = PartialDocument()
    try? draft.box([String: Int](), 0)
    return draft.lastKeys
  }()

  /// Orders the children of each node that requires it. Inner nodes have higher indices and are processed first.
  func orderChildren() {
    for node in nodes.indices.reversed() where nodes[node].order != .asWritten || nodes[node].mayRepeat {
      var children = children(of: Int32(node))
      if nodes[node].mayRepeat { children = withoutRepeats(children) }
      switch nodes[node].order {
      case .asWritten: break
      case .byKey: children.sort { keyText($0).lexicographicallyPrecedes(keyText($1)) }
      case .elements: children = sorted(children, by: 1)
      case .pairs: children = sorted(children, by: 2)
      }
      link(children, below: node)
    }
  }

  private func children(of node: Int32) -> [Int32] {
    var (children, child): ([Int32], Int32) = ([], nodes[Int(node)].first)
    while child >= 0 {
      children.append(child)
      child = nodes[Int(child)].next
    }
    return children
  }

  private func link(_ children: [Int32], below node: Int) {
    nodes[node].first = children.first ?? -1
    nodes[node].last = children.last ?? -1
    for (child, next) in zip(children, children.dropFirst() + [-1]) { nodes[Int(child)].next = next }
  }

  private func keyText(_ node: Int32) -> UnsafeBufferPointer<UInt8> {
    let key = text[Int(nodes[Int(node)].keyStart)..<Int(nodes[Int(node)].keyEnd)]
    return UnsafeBufferPointer(rebasing: key.dropFirst().dropLast())
  }

  private func withoutRepeats(_ children: [Int32]) -> [Int32] {
    let sorted = children.sorted { left, right in
      let (leftKey, rightKey) = (keyText(left), keyText(right))
      return leftKey.lexicographicallyPrecedes(rightKey) || (leftKey.elementsEqual(rightKey) && left < right)
    }
    let repeated = zip(sorted, sorted.dropFirst()).filter { keyText($0).elementsEqual(keyText($1)) }.map(\.0)
    if repeated.isEmpty { return children }
    let dropped = Set(repeated)
    return children.filter { !dropped.contains($0) }
  }

  /// Sorts groups of elements by the text of their first element. Numbers precede other text, and are sorted by value.
  private func sorted(_ children: [Int32], by count: Int) -> [Int32] {
    let groups = stride(from: 0, to: children.count, by: count).map { start in
      let text = bytes(of: children[start], .compact)
      return (
        JSONNumber(text: String(decoding: text, as: UTF8.self)), text,
        children[start..<min(start + count, children.count)]
      )
    }
    return groups.sorted { left, right in
      switch (left.0, right.0) {
      case (let left?, let right?): left < right
      case (.some, nil): true
      case (nil, .some): false
      case (nil, nil): left.1.lexicographicallyPrecedes(right.1)
      }
    }.flatMap(\.2)
  }
}
