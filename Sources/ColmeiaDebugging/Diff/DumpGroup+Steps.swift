extension DumpGroup {
  /// A step through the items of two groups: an index on one side, or on both sides for matched items.
  typealias Step = (old: Int?, new: Int?)

  static func steps(_ old: DumpGroup, _ new: DumpGroup) -> [Step] {
    // Between two matches, list elements with the same offset are shown as one changed element, unless they are rows
    // whose ids differ.
    var comparesPlaces = old.kind == .list
    var matches: [(old: Int, new: Int)]
    if let oldRows = old.identities, let newRows = new.identities {
      comparesPlaces = false
      matches = Alignment.pairs(oldRows, newRows)
    } else {
      matches = Alignment.pairs(old.keys, new.keys)
    }
    matches.append((old.items.count, new.items.count))
    var steps: [Step] = []
    var (before, after) = (0, 0)
    for match in matches {
      while comparesPlaces, before < match.old, after < match.new {
        steps.append((before, after))
        (before, after) = (before + 1, after + 1)
      }
      steps += (before..<match.old).map { ($0, nil) } + (after..<match.new).map { (nil, $0) }
      if match.old < old.items.count { steps.append((match.old, match.new)) }
      (before, after) = (match.old + 1, match.new + 1)
    }
    return steps
  }

  /// The keys by which items are matched: their labels in a record or dictionary, otherwise their contents.
  private var keys: [DumpItem] {
    let isLabelled = kind == .record || kind == .dictionary
    return isLabelled ? items.map { DumpItem(label: $0.label, node: .leaf("")) } : items
  }

  /// The ids of all elements, or `nil` if not all of them have one.
  private var identities: [AnyHashable]? {
    let ids = items.compactMap(\.identity)
    return kind == .list && ids.count == items.count ? ids : nil
  }
}
