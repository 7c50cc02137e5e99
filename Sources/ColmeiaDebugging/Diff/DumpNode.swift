/// The printed form of a value: one line, or lines between an opening and a closing line.
enum DumpNode: Equatable {
  case leaf(String)
  indirect case group(DumpGroup)
}

struct DumpGroup: Equatable {
  enum Kind {
    /// A struct, class, tuple or enum case. Its items have labels, in the order of declaration.
    case record
    /// A dictionary. Its items have their keys as labels, and are sorted by them.
    case dictionary
    /// A list. Its items have no labels, and print their index.
    case list
    /// A set. Its items have neither label nor index, and are sorted.
    case set
    /// A string. Its items are the lines.
    case text
  }

  var open: String
  var close: String
  let kind: Kind
  let items: [DumpItem]

  /// Returns whether two groups are shown as one group whose items differ, instead of one group replacing the other.
  func isComparable(to other: DumpGroup) -> Bool {
    kind == other.kind && open == other.open && close == other.close
  }

  /// Returns an item with its index as the label if this is a list.
  func labelled(_ index: Int) -> DumpItem {
    guard kind == .list else { return items[index] }
    return DumpItem(label: "[\(index)]: ", node: items[index].node)
  }
}

struct DumpItem: Equatable {
  var label = ""
  /// The `id` of an `Identifiable` element. It is used only to match rows; equality is decided by the dump.
  var identity: AnyHashable?
  var node: DumpNode

  static func == (left: DumpItem, right: DumpItem) -> Bool {
    left.label == right.label && left.node == right.node
  }
}

extension DumpItem {
  /// Writes all lines of the item, without a limit.
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
  /// The node on one line, without indices. Used for keys and sorting.
  var inline: String {
    switch self {
    case .leaf(let text): return text
    case .group(let group):
      let text = group.kind == .text
      let items = group.items.map { $0.label + $0.node.inline }
      return group.open + items.joined(separator: text ? "\\n" : ", ") + group.close
    }
  }

  /// The node on one line, with the number of its items instead of the items.
  var folded: String {
    switch self {
    case .leaf(let text): text
    case .group(let group): "\(group.open)…\(group.close) (\(group.items.count) unchanged)"
    }
  }
}
