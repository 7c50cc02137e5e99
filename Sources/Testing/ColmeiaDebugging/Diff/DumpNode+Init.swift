extension DumpNode {
  /// Creates the node of a collection. An empty one fits on a line.
  init(_ items: [DumpItem], kind: DumpGroup.Kind, open: String, close: String) {
    guard !items.isEmpty else {
      self = .leaf(open + close)
      return
    }
    self = .group(DumpGroup(open: open, close: close, kind: kind, items: items))
  }

  /// Creates the node of a struct or class with one field per line, or on one line if it has at most one plain field,
  /// as an ID does.
  init(fields: [DumpItem], of type: String) {
    let isPlain = fields.isEmpty || (fields.count == 1 && fields[0].node.isLeaf)
    let group = DumpGroup(open: type + "(", close: ")", kind: .record, items: fields)
    self = isPlain ? .leaf(DumpNode.group(group).inline) : .group(group)
  }

  /// Creates the node of a tuple or an enum payload, on one line if all of it is plain and short. A single value shares
  /// its brackets with the case, as in `.loaded(Page(`, which saves a level.
  init(payload: [DumpItem], of name: String) {
    var group = DumpGroup(open: name + "(", close: ")", kind: .record, items: payload)
    if payload.count == 1, case .group(let only) = payload[0].node {
      group = DumpGroup(
        open: group.open + payload[0].label + only.open, close: only.close + ")", kind: only.kind,
        items: only.items)
    } else if payload.allSatisfy(\.node.isLeaf) {
      let line = DumpNode.group(group).inline
      if line.unicodeScalars.count <= 80 {
        self = .leaf(line)
        return
      }
    }
    self = .group(group)
  }

  /// Creates the node of a string: quoted on one line, or line by line between `"""`.
  ///
  /// Lines are split by scalar, because `\r\n` is a single character and the `\r` must stay visible.
  init(text: String) {
    guard text.unicodeScalars.contains("\n") else {
      self = .leaf(text.debugDescription)
      return
    }
    let lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
    let items = lines.map { DumpItem(node: .leaf(Self.escaped($0))) }
    self = .group(DumpGroup(open: "\"\"\"", close: "\"\"\"", kind: .text, items: items))
  }

  /// Escapes a line. Quotes need no escape between `"""`, which keeps JSON readable.
  private static func escaped(_ line: some Sequence<Unicode.Scalar>) -> String {
    line.map { $0 == "\"" || $0 == "'" ? String($0) : $0.escaped(asASCII: false) }.joined()
  }

  private var isLeaf: Bool {
    if case .leaf = self { true } else { false }
  }
}
