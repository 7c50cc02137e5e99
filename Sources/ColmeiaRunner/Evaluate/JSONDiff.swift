import ColmeiaJSON

/// One difference between two JSON values.
package struct JSONDifference: Sendable, Hashable {
  /// Where.
  package var path: JSONPath
  /// What was wanted, or was there before; `nil` if nothing.
  package var before: JSON?
  /// What is there; `nil` if nothing.
  package var after: JSON?

  /// Where the two differ; each difference as deep down as it can be told. Elements of lists are compared by index,
  /// after what both begin and end with.
  ///
  /// - Complexity: O(length).
  static func between(_ before: JSON, _ after: JSON, at path: JSONPath = JSONPath()) -> [JSONDifference] {
    var differences: [JSONDifference] = []
    collect(before, after, path, &differences)
    return differences
  }

  /// Where two lists, which stand at a path, differ.
  ///
  /// - Parameter same: how many elements are known to be equal at their beginning, and how many of the others at their end.
  static func between(
    _ before: [JSON], _ after: [JSON], at path: JSONPath, same: (head: Int, tail: Int)
  ) -> [JSONDifference] {
    var differences: [JSONDifference] = []
    collect(before, after, path, &differences, same)
    return differences
  }

  /// Appends where two values, which stand at a path, differ.
  static func collect(_ before: JSON, _ after: JSON, _ path: JSONPath, _ all: inout [JSONDifference]) {
    switch (before, after) {
    case (.object(let before), .object(let after)): collect(before, after, path, &all)
    case (.array(let before), .array(let after)): collect(before, after, path, &all)
    default: if before != after { all.append(JSONDifference(path: path, before: before, after: after)) }
    }
  }

  private static func collect(
    _ before: JSONObject, _ after: JSONObject, _ path: JSONPath, _ all: inout [JSONDifference]
  ) {
    let later = Dictionary(after.members.map { ($0.key, $0.value) }) { first, _ in first }
    for member in before {
      let path = path.appending(member.key)
      if let value = later[member.key] {
        collect(member.value, value, path, &all)
      } else {
        all.append(JSONDifference(path: path, before: member.value, after: nil))
      }
    }
    let known = Set(before.keys)
    for member in after where !known.contains(member.key) {
      all.append(JSONDifference(path: path.appending(member.key), before: nil, after: member.value))
    }
  }

  private static func collect(
    _ before: [JSON], _ after: [JSON], _ path: JSONPath, _ all: inout [JSONDifference],
    _ same: (head: Int, tail: Int) = (0, 0)
  ) {
    if before.count == after.count {
      for (index, pair) in zip(before, after).enumerated() { collect(pair.0, pair.1, path.appending(index), &all) }
      return
    }
    let head = same.head + zip(before[same.head...], after[same.head...]).prefix { $0 == $1 }.count
    let known = head == same.head ? same.tail : 0
    let ends = zip(before[head...].dropLast(known).reversed(), after[head...].dropLast(known).reversed())
    let tail = known + ends.prefix { $0 == $1 }.count
    let common = min(before.count, after.count) - head - tail
    for index in head..<head + common { collect(before[index], after[index], path.appending(index), &all) }
    // From behind, so that each index is right when the one before was removed.
    for index in (head + common..<before.count - tail).reversed() {
      all.append(JSONDifference(path: path.appending(index), before: before[index], after: nil))
    }
    if head + common <= after.count - tail {
      for index in head + common..<after.count - tail {
        all.append(JSONDifference(path: path.appending(index), before: nil, after: after[index]))
      }
    }
  }
}

extension JSONDifference {
  /// The difference as lines: `- path: before`, `+ path: after`.
  func lines(_ style: TextStyle, top: String) -> [String] {
    let step = path.description
    let name = step.isEmpty ? top : step.hasPrefix("[") || top.isEmpty ? top + step : "\(top).\(step)"
    var lines: [String] = []
    if let before { lines.append(style.red("- \(name): \(Self.short(before))")) }
    if let after { lines.append(style.green("+ \(name): \(Self.short(after))")) }
    return lines
  }

  /// A value on one line, cut when it is long.
  static func short(_ json: JSON, limit: Int = 200) -> String {
    let text = json.text()
    return text.count <= limit ? text : text.prefix(limit) + "… (\(text.count) characters)"
  }
}
