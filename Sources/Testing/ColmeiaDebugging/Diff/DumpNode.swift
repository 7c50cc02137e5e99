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
    var item = items[index]
    item.label = "[\(item.index ?? index)]: "
    return item
  }
}

struct DumpItem {
  private enum Content {
    case node(DumpNode)
    case shared(SharedValue)
  }

  var label = ""
  /// The `id` of an `Identifiable` element. It is used only to match rows; equality is decided by the dump.
  var identity: AnyHashable?
  /// The index in the list, or `nil` if it is the index in the group.
  var index: Int?
  /// The number of elements of the list for which the item stands.
  var count = 1
  private var content: Content

  init(label: String = "", identity: AnyHashable? = nil, node: DumpNode) {
    (self.label, self.identity, content) = (label, identity, .node(node))
  }

  /// Creates an item whose value is equal in both dumps.
  init(label: String = "", identity: AnyHashable? = nil, shared: SharedValue) {
    (self.label, self.identity, content) = (label, identity, .shared(shared))
  }

  /// The dump of the value.
  var node: DumpNode {
    get {
      switch content {
      case .node(let node): node
      case .shared(let value): value.node
      }
    }
    set { content = .node(newValue) }
  }

  /// The dump on one line, with the number of items instead of the items.
  var folded: DumpNode {
    switch content {
    case .node(let node): .leaf(node.folded)
    case .shared(let value): .leaf(value.folded)
    }
  }

  /// Returns whether both contain the same shared value.
  func isShared(with other: DumpItem) -> Bool {
    if case (.shared(let value), .shared(let other)) = (content, other.content) { value === other } else { false }
  }

  /// Returns whether the dumps are equal, regardless of the labels.
  func hasSameNode(as other: DumpItem) -> Bool { isShared(with: other) || node == other.node }
}

extension DumpItem: Equatable {
  static func == (left: DumpItem, right: DumpItem) -> Bool {
    left.label == right.label && left.hasSameNode(as: right)
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
    case .group(let group): DumpOutline(open: group.open, close: group.close, count: group.items.count).folded
    }
  }
}
