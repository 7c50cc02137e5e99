/// A value as it is printed: one line, or lines between an opening and a closing one.
enum DumpNode: Equatable {
  case leaf(String)
  indirect case group(DumpGroup)
}

struct DumpGroup: Equatable {
  enum Kind {
    /// A struct, class, tuple or enum case: the items have labels, in the order of declaration.
    case record
    /// The items have keys as labels and are sorted by them.
    case dictionary
    /// The items have no labels, and print their index.
    case list
    /// The items have neither label nor index and are sorted.
    case set
    /// The items are the lines of a string.
    case text
  }

  var open: String
  var close: String
  let kind: Kind
  let items: [DumpItem]

  /// Whether two groups are shown as one whose items differ, rather than one in place of the other.
  func isKin(of other: DumpGroup) -> Bool {
    kind == other.kind && open == other.open && close == other.close
  }

  /// An item as it is printed.
  func labelled(_ index: Int) -> DumpItem {
    guard kind == .list else { return items[index] }
    return DumpItem(label: "[\(index)]: ", node: items[index].node)
  }
}

struct DumpItem: Equatable {
  var label = ""
  /// The `id` of an `Identifiable` element. It only matches rows; the dump decides whether they are equal.
  var identity: AnyHashable?
  var node: DumpNode

  static func == (left: DumpItem, right: DumpItem) -> Bool {
    left.label == right.label && left.node == right.node
  }
}

extension DumpItem {
  /// All lines, without bound.
  func write(indent: Int, to line: (String) -> Void) {
    let margin = String(repeating: "  ", count: indent)
    switch node {
    case .leaf(let text):
      line(margin + label + text)
    case .group(let group):
      line(margin + label + group.open)
      for index in group.items.indices { group.labelled(index).write(indent: indent + 1, to: line) }
      line(margin + group.close)
    }
  }
}

extension DumpNode {
  /// On one line and without indices: for keys, and to sort by.
  var inline: String {
    switch self {
    case .leaf(let text): return text
    case .group(let group):
      let text = group.kind == .text
      let items = group.items.map { $0.label + $0.node.inline }
      return group.open + items.joined(separator: text ? "\\n" : ", ") + group.close
    }
  }

  /// On one line, with only the number of what is inside.
  var folded: String {
    switch self {
    case .leaf(let text): text
    case .group(let group): "\(group.open)…\(group.close) (\(group.items.count) unchanged)"
    }
  }
}
