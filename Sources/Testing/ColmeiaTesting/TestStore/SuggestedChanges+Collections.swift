import ColmeiaDebugging

// Collections whose elements, rows or entries are changed one by one.

extension SuggestedChanges {
  /// Returns the statements that change the elements of an array or the rows of a table, or `nil` if there is no short
  /// way.
  static func elements(_ old: Any, _ new: Any, _ before: Mirror, _ after: Mirror, _ path: String) -> [String]? {
    if let rows = StateDiff.differingRows(old, new) { return Self.rows(rows.old, rows.new, rows.oldCount, path) }
    guard String(reflecting: type(of: new)).hasPrefix("Swift.Array<") else { return nil }
    let (old, new) = (before.children.map(\.value), after.children.map(\.value))
    return old.count == new.count ? replacements(old, new, path) : insertionOrRemoval(old, new, path)
  }

  private static func replacements(_ old: [Any], _ new: [Any], _ path: String) -> [String]? {
    var statements: [String] = []
    for index in old.indices where !StateDiff.areAlike(old[index], new[index]) {
      statements += changes(old[index], new[index], "\(path)[\(index)]")
      if statements.count > mostForCollection { return nil }
    }
    return statements
  }

  /// Returns the statement that inserts or removes successive elements, or `nil` if that isn't enough.
  private static func insertionOrRemoval(_ old: [Any], _ new: [Any], _ path: String) -> [String]? {
    let shorter = min(old.count, new.count)
    let start = (0..<shorter).first { !StateDiff.areAlike(old[$0], new[$0]) } ?? shorter
    let isTail = zip(old[start...].reversed(), new[start...].reversed()).allSatisfy { StateDiff.areAlike($0, $1) }
    guard isTail else { return nil }
    let count = abs(old.count - new.count)
    if new.count < old.count {
      return ["\(path)." + (count == 1 ? "remove(at: \(start))" : "removeSubrange(\(start)..<\(start + count))")]
    }
    let values = Array(new[start..<start + count])
    let added = count == 1 ? pasteable(values[0]) : "contentsOf: \(pasteable(values))"
    return ["\(path)." + (start == old.count ? "append(\(added))" : "insert(\(added), at: \(start))")]
  }

  /// Returns the statements that change the rows of a table, or `nil` if the common rows are in another order, or if
  /// there are too many statements.
  private static func rows(
    _ old: [StateDiff.TableRow], _ new: [StateDiff.TableRow], _ oldCount: Int, _ path: String
  ) -> [String]? {
    if max(old.count, new.count) > mostRows { return nil }
    let (oldIDs, newIDs) = (old.compactMap { id(of: $0.value) }, new.compactMap { id(of: $0.value) })
    let (before, after) = (Dictionary(uniqueKeysWithValues: zip(oldIDs, old)), Set(newIDs))
    guard oldIDs.filter(after.contains) == newIDs.filter({ before[$0] != nil }) else { return nil }
    var statements = oldIDs.filter { !after.contains($0) }.map { "\(path).remove(id: \(pasteable($0)))" }
    var count = oldCount - statements.count
    for (id, row) in zip(newIDs, new) {
      if statements.count > mostForCollection { return nil }
      guard let old = before[id] else {
        let added = pasteable(row.value)
        let isLast = row.position == count
        statements.append("\(path)." + (isLast ? "upsert(\(added))" : "insert(\(added), at: \(row.position))"))
        count += 1
        continue
      }
      if StateDiff.areAlike(old.value, row.value) { continue }
      let key = "\(path)[id: \(pasteable(id))]"
      statements += changes(old.value, row.value, key, members: key + "?")
    }
    return statements
  }

  /// Returns the statements that change the entries of a dictionary, sorted by key. Returns `nil` if the values are
  /// optional, because assigning `nil` would remove the entry.
  static func entries(_ old: Any, _ new: Any, _ path: String) -> [String]? {
    guard let old = old as? [AnyHashable: Any], let new = new as? [AnyHashable: Any],
      (old.first ?? new.first).map({ Mirror(reflecting: $0.value).displayStyle == .optional }) == false
    else { return nil }
    let keys = Set(old.keys).union(new.keys).map { (key: $0, code: TestText.code($0)) }.sorted { $0.code < $1.code }
    return keys.flatMap { key, _ -> [String] in
      let index = "\(path)[\(pasteable(key))]"
      guard let new = new[key] else { return ["\(index) = nil"] }
      guard let old = old[key] else { return ["\(index) = \(pasteable(new))"] }
      return StateDiff.areAlike(old, new) ? [] : changes(old, new, index, members: index + "?")
    }
  }
}
