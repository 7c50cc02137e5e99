extension DumpGroup {
  /// A step through the items of two groups: an index on one side, or on both sides for matched items.
  typealias Step = (old: Int?, new: Int?)

  static func steps(_ old: DumpGroup, _ new: DumpGroup) -> [Step] {
    // Between two matches, list elements with the same offset are shown as one changed element, unless they are rows
    // whose ids differ.
    var comparesPositions = old.kind == .list
    let ends = sharedEnds(old.items, new.items)
    let rests = (
      old: Array(old.items.dropFirst(ends.start).dropLast(ends.end)),
      new: Array(new.items.dropFirst(ends.start).dropLast(ends.end))
    )
    var matches: [(old: Int, new: Int)]
    if let oldRows = old.identities(of: rests.old), let newRows = new.identities(of: rests.new) {
      comparesPositions = false
      matches = Alignment.pairs(oldRows, newRows)
    } else {
      matches = Alignment.pairs(old.keys(of: rests.old), new.keys(of: rests.new))
    }
    matches = (0..<ends.start).map { ($0, $0) } + matches.map { ($0 + ends.start, $1 + ends.start) }
    matches += (0..<ends.end).reversed().map { (old.items.count - 1 - $0, new.items.count - 1 - $0) }
    matches.append((old.items.count, new.items.count))
    var steps: [Step] = []
    var (before, after) = (0, 0)
    for match in matches {
      while comparesPositions, before < match.old, after < match.new {
        steps.append((before, after))
        (before, after) = (before + 1, after + 1)
      }
      steps += (before..<match.old).map { ($0, nil) } + (after..<match.new).map { (nil, $0) }
      if match.old < old.items.count { steps.append((match.old, match.new)) }
      (before, after) = (match.old + 1, match.new + 1)
    }
    return steps
  }

  /// Returns how many items both groups share at the start, and how many of the others at the end.
  private static func sharedEnds(_ old: [DumpItem], _ new: [DumpItem]) -> (start: Int, end: Int) {
    let count = min(old.count, new.count)
    let start = (0..<count).first { !old[$0].isShared(with: new[$0]) } ?? count
    let rest = count - start
    let end = (0..<rest).first { !old[old.count - 1 - $0].isShared(with: new[new.count - 1 - $0]) } ?? rest
    return (start, end)
  }

  /// Returns the keys by which items are matched: their labels in a record or dictionary, otherwise their contents.
  private func keys(of items: [DumpItem]) -> [DumpItem] {
    let isLabelled = kind == .record || kind == .dictionary
    return isLabelled ? items.map { DumpItem(label: $0.label, node: .leaf("")) } : items
  }

  /// Returns the ids of the elements, or `nil` if not all of them have one.
  private func identities(of items: [DumpItem]) -> [AnyHashable]? {
    let ids = items.compactMap(\.identity)
    return kind == .list && ids.count == items.count ? ids : nil
  }
}
