/// The first and last line of a value, and the number of items between them.
struct DumpOutline {
  let open: String
  let close: String
  let count: Int

  var folded: String { "\(open)…\(close) (\(count) unchanged)" }
}

extension Dumper {
  /// Returns the outline of a value without dumping its items, or `nil` if that's not possible, such as for a value that
  /// may fit on a line.
  func outline(of value: Any) -> DumpOutline? {
    guard mayDescend, commonLeaf(value) == nil else { return nil }
    let mirror = Mirror(reflecting: value)
    if let other = representation(of: value, mirror) { return outline(of: other) }
    let count = mirror.children.count
    let type = name(of: mirror.subjectType)
    switch mirror.displayStyle {
    case .optional: return mirror.children.first.flatMap { outline(of: $0.value) }
    case .enum:
      // A single payload shares its brackets with the case.
      guard let child = mirror.children.first, let payload = outline(of: child.value) else { return nil }
      return DumpOutline(
        open: ".\(child.label ?? "")(" + payload.open, close: payload.close + ")", count: payload.count)
    case .collection where count > 0:
      let ends = listEnds(type)
      return DumpOutline(open: ends.open, close: ends.close, count: count)
    case .set where count > 0: return DumpOutline(open: "Set([", close: "])", count: count)
    case .dictionary where count > 0: return DumpOutline(open: "[", close: "]", count: count)
    case .struct where count > 1 && !name(of: Swift.type(of: value)).isSystem:
      return DumpOutline(open: type.short + "(", close: ")", count: count)
    default: return nil
    }
  }

  /// Returns what encloses the elements of a collection.
  func listEnds(_ type: TypeName) -> (open: String, close: String) {
    type.short.hasPrefix("Array<") ? ("[", "]") : (type.short + "([", "])")
  }
}
