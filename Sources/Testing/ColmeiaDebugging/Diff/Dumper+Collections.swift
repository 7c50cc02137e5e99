extension Dumper {
  mutating func list(_ mirror: Mirror) -> DumpNode {
    list(mirror.children.map { DumpItem(identity: identity(of: $0.value), node: dump($0.value)) }, mirror)
  }

  /// Returns the dump of a collection from those of its elements.
  func list(_ items: [DumpItem], _ mirror: Mirror) -> DumpNode {
    let ends = listEnds(name(of: mirror.subjectType))
    return DumpNode(items, kind: .list, open: ends.open, close: ends.close)
  }

  /// Returns the element's `id`, or `nil` if it is the object's address, which doesn't match another object with the
  /// same content.
  func identity(of value: Any) -> AnyHashable? {
    func identity<Row: Identifiable>(of row: Row) -> AnyHashable? {
      Row.ID.self == ObjectIdentifier.self ? nil : AnyHashable(row.id)
    }
    guard let row = value as? any Identifiable else { return nil }
    return identity(of: row)
  }

  mutating func set(_ mirror: Mirror) -> DumpNode {
    let keyed = mirror.children.map { child in
      let node = dump(child.value)
      return (key: node.inline, item: DumpItem(node: node))
    }
    let items = keyed.sorted { $0.key < $1.key }.map(\.item)
    return DumpNode(items, kind: .set, open: "Set([", close: "])")
  }

  mutating func dictionary(_ mirror: Mirror) -> DumpNode {
    var items: [DumpItem] = []
    for child in mirror.children {
      let pair = Array(Mirror(reflecting: child.value).children)
      guard pair.count == 2 else {
        items.append(DumpItem(label: child.label.map { $0 + ": " } ?? "", node: dump(child.value)))
        continue
      }
      items.append(DumpItem(label: dump(pair[0].value).inline + ": ", node: dump(pair[1].value)))
    }
    // Different keys can have equal dumps. Sorting by value as well keeps the order deterministic.
    items.sort { $0.label == $1.label ? $0.node.inline < $1.node.inline : $0.label < $1.label }
    return items.isEmpty ? .leaf("[:]") : DumpNode(items, kind: .dictionary, open: "[", close: "]")
  }
}
