/// Writes the diff of two dumps line by line.
struct DiffWriter {
  private(set) var lines: [String] = []
  private let collapsesUnchanged: Bool

  init(collapsesUnchanged: Bool) {
    self.collapsesUnchanged = collapsesUnchanged
  }

  private enum Mark: String {
    case old = "− "
    case new = "+ "
    case both = "  "
  }

  mutating func write(_ old: DumpItem, _ new: DumpItem, indent: Int) {
    guard case .group(let oldGroup) = old.node, case .group(let newGroup) = new.node,
      oldGroup.isComparable(to: newGroup)
    else {
      write(old, indent: indent, .old)
      write(new, indent: indent, .new)
      return
    }
    let label = Self.merged(old.label, new.label)
    write(DumpItem(node: .leaf(label + newGroup.open)), indent: indent, .both)
    writeItems(oldGroup, newGroup, indent: indent + 1)
    write(DumpItem(node: .leaf(newGroup.close)), indent: indent, .both)
  }

  private mutating func write(_ item: DumpItem, indent: Int, _ mark: Mark) {
    item.write(indent: indent) { lines.append(mark.rawValue + $0) }
  }

  /// Merges `[5]: ` and `[4]: ` to `[5→4]: `. Labels of matched items differ only in lists.
  private static func merged(_ old: String, _ new: String) -> String {
    old == new ? new : old.dropLast(3) + "→" + new.dropFirst()
  }
}

extension DiffWriter {
  private mutating func writeItems(_ old: DumpGroup, _ new: DumpGroup, indent: Int) {
    var unchanged: [(old: Int, new: Int)] = []
    for step in DumpGroup.steps(old, new) {
      if let before = step.old, let after = step.new, old.items[before].hasSameNode(as: new.items[after]) {
        unchanged.append((before, after))
        continue
      }
      writeUnchanged(unchanged, old, new, indent)
      unchanged = []
      if let before = step.old, let after = step.new {
        write(old.labelled(before), new.labelled(after), indent: indent)
      } else {
        if let before = step.old { write(old.labelled(before), indent: indent, .old) }
        if let after = step.new { write(new.labelled(after), indent: indent, .new) }
      }
    }
    writeUnchanged(unchanged, old, new, indent)
  }

  /// Writes up to two unchanged items as context, or the number of them if there are more. An `id` is always written,
  /// because it identifies the row.
  private mutating func writeUnchanged(
    _ run: [(old: Int, new: Int)], _ old: DumpGroup, _ new: DumpGroup, _ indent: Int
  ) {
    let count = run.reduce(0) { $0 + new.items[$1.new].count }
    let counts = collapsesUnchanged && count > 2
    let shown = counts ? run.filter { new.items[$0.new].label == "id: " } : run
    for pair in shown {
      var item = new.labelled(pair.new)
      item.label = Self.merged(old.labelled(pair.old).label, item.label)
      if collapsesUnchanged { item.node = item.folded }
      write(item, indent: indent, .both)
    }
    guard counts, shown.count < count else { return }
    write(DumpItem(node: .leaf("… (\(count - shown.count) unchanged)")), indent: indent, .both)
  }
}
