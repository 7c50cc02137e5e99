/// A value that two dumps share. It is dumped only if it is printed or compared with another value.
final class SharedValue {
  private let value: Any
  private var dumper: Dumper
  private(set) lazy var node = dumper.dump(value)

  init(_ value: Any, _ dumper: Dumper) {
    (self.value, self.dumper) = (value, dumper)
  }

  /// The value on one line, with the number of its items instead of the items.
  var folded: String { dumper.outline(of: value)?.folded ?? node.folded }
}

// Two values are dumped side by side, so that the equal parts of a large state need not be dumped at all.
extension Dumper {
  /// Returns the dumps of two complete values, within the limits. Parts that are equal by `==` are shared.
  mutating func roots(_ old: Any, _ new: Any) -> (old: DumpItem, new: DumpItem) {
    let old = pair(Mirror.Child(nil, old), Mirror.Child(nil, new))
    return (old.old, old.new)
  }

  private mutating func pair(
    _ old: Mirror.Child, _ new: Mirror.Child, identity: AnyHashable? = nil
  ) -> (old: DumpItem, new: DumpItem) {
    let label = label(of: new).map { $0 + ": " } ?? ""
    if areEqual(old.value, new.value) {
      let item = DumpItem(label: label, identity: identity, shared: SharedValue(new.value, self))
      return (item, item)
    }
    let nodes = nodes(old.value, new.value)
    return (
      DumpItem(label: label, identity: identity, node: nodes.old),
      DumpItem(label: label, identity: identity, node: nodes.new)
    )
  }

  private mutating func pairs(_ old: Mirror.Children, _ new: Mirror.Children) -> (old: [DumpItem], new: [DumpItem]) {
    let pairs = zip(old, new).map { pair($0, $1) }
    return (pairs.map(\.old), pairs.map(\.new))
  }

  private func areEqual(_ left: Any, _ right: Any) -> Bool {
    func equalsRight<Value: Equatable>(_ left: Value) -> Bool { right as? Value == left }
    guard type(of: left) == type(of: right), let left = left as? any Equatable else { return false }
    return equalsRight(left)
  }

  /// Returns the dumps of two values that aren't known to be equal.
  private mutating func nodes(_ old: Any, _ new: Any) -> (old: DumpNode, new: DumpNode) {
    let (before, after) = (Mirror(reflecting: old), Mirror(reflecting: new))
    let type = Swift.type(of: new)
    if type == Swift.type(of: old), mayDescend, before.displayStyle == after.displayStyle {
      depth += 1
      defer { depth -= 1 }
      if let old = representation(of: old, before), let new = representation(of: new, after) { return nodes(old, new) }
      switch after.displayStyle {
      case .collection: return tables(old, new, before, after) ?? lists(before, after)
      case .enum: if let nodes = enumCases(before, after) { return nodes }
      case .optional:
        if let old = before.children.first, let new = after.children.first {
          let nodes = nodes(old.value, new.value)
          return (wrapped(nodes.old), wrapped(nodes.new))
        }
      case .struct where !name(of: type).isSystem && before.children.count == after.children.count:
        let items = pairs(before.children, after.children)
        let name = name(of: after.subjectType).short
        return (DumpNode(fields: items.old, of: name), DumpNode(fields: items.new, of: name))
      default: break
      }
    }
    let used = count
    let node = dump(old)
    count = used  // each side has its own limit
    return (node, dump(new))
  }

  /// Returns the dumps of two values of the same case, or `nil` if the cases or the numbers of payloads differ.
  private mutating func enumCases(_ old: Mirror, _ new: Mirror) -> (old: DumpNode, new: DumpNode)? {
    guard let old = old.children.first, let new = new.children.first, let name = new.label, old.label == name else {
      return nil
    }
    let payloads = (old: Mirror(reflecting: old.value), new: Mirror(reflecting: new.value))
    let isTuple = payloads.new.displayStyle == .tuple
    if isTuple, payloads.old.children.count != payloads.new.children.count { return nil }
    let items =
      isTuple
      ? pairs(payloads.old.children, payloads.new.children)
      : pairs(AnyCollection([(nil, old.value)]), AnyCollection([(nil, new.value)]))
    return (DumpNode(payload: items.old, of: ".\(name)"), DumpNode(payload: items.new, of: ".\(name)"))
  }

  /// Returns the dumps of two collections. Equal elements at both ends are shared, and between them, those that belong
  /// together are dumped side by side.
  private mutating func lists(_ old: Mirror, _ new: Mirror) -> (old: DumpNode, new: DumpNode) {
    let elements = (old: old.children.map(\.value), new: new.children.map(\.value))
    let ends = equalEnds(elements.old, elements.new)
    let start = elements.new.prefix(ends.start).map { DumpItem(shared: SharedValue($0, self)) }
    let end = elements.new.suffix(ends.end).map { DumpItem(shared: SharedValue($0, self)) }
    let items = middles(
      Array(elements.old.dropFirst(ends.start).dropLast(ends.end)),
      Array(elements.new.dropFirst(ends.start).dropLast(ends.end)))
    return (list(start + items.old + end, old), list(start + items.new + end, new))
  }

  /// Returns how many elements are equal at the start, and how many of the others at the end.
  private func equalEnds(_ old: [Any], _ new: [Any]) -> (start: Int, end: Int) {
    let count = min(old.count, new.count)
    let start = (0..<count).first { !areEqual(old[$0], new[$0]) } ?? count
    let rest = count - start
    let end = (0..<rest).first { !areEqual(old[old.count - 1 - $0], new[new.count - 1 - $0]) } ?? rest
    return (start, end)
  }

  /// Returns the dumps of elements, of which those with equal ids are dumped side by side, or those at the same index
  /// if there are as many old elements as new ones.
  mutating func middles(_ old: [Any], _ new: [Any]) -> (old: [DumpItem], new: [DumpItem]) {
    let ids = (old: old.map { identity(of: $0) }, new: new.map { identity(of: $0) })
    let partners = Dictionary(zip(ids.old, old.indices)) { first, _ in first }
    var items = (old: [DumpItem?](repeating: nil, count: old.count), new: [DumpItem]())
    for (index, value) in new.enumerated() {
      let partner = ids.new[index] == nil ? (old.count == new.count ? index : nil) : partners[ids.new[index]]
      if let partner, items.old[partner] == nil {
        let pair = pair((nil, old[partner]), (nil, value), identity: ids.new[index])
        items.old[partner] = pair.old
        items.new.append(pair.new)
      } else {
        items.new.append(DumpItem(identity: ids.new[index], node: dump(value)))
      }
    }
    let rest = old.indices.map { items.old[$0] ?? DumpItem(identity: ids.old[$0], node: dump(old[$0])) }
    return (rest, items.new)
  }
}
