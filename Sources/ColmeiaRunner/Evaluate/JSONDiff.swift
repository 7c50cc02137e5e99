import ColmeiaJSON
import ColmeiaTable

/// A difference between two JSON values.
package struct JSONDifference: Sendable, Hashable {
  /// The path to the difference.
  package var path: JSONPath
  /// The expected or previous value, or `nil` if there was none.
  package var before: JSON?
  /// The actual or current value, or `nil` if there is none.
  package var after: JSON?

  /// Returns the differences between two values, each as deeply nested as possible; for the elements of arrays, see
  /// ``ElementEdit/between(_:_:_:)``. Each path is valid after the differences before it.
  ///
  /// - Complexity: O(length).
  static func between(_ before: JSON, _ after: JSON, at path: JSONPath = JSONPath()) -> [JSONDifference] {
    var differences: [JSONDifference] = []
    collect(before, after, path, &differences)
    return differences
  }

  /// Appends the differences between two values at a path.
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

  private static func collect(_ before: [JSON], _ after: [JSON], _ path: JSONPath, _ all: inout [JSONDifference]) {
    for edit in ElementEdit.between(before.count, after.count, { before[$0] == after[$1] }) {
      collect(before[edit.old], after[edit.new], path, &all)
    }
  }

  /// Appends the differences between elements of an array at a path and those that have replaced them, whose indices are
  /// theirs in the new array.
  static func collect(
    _ before: ArraySlice<JSON>, _ after: ArraySlice<JSON>, _ path: JSONPath, _ all: inout [JSONDifference]
  ) {
    var (before, after) = (before, after)
    if before.count != after.count {
      let head = zip(before, after).prefix { $0 == $1 }.count
      (before, after) = (before.dropFirst(head), after.dropFirst(head))
      let tail = zip(before.reversed(), after.reversed()).prefix { $0 == $1 }.count
      (before, after) = (before.dropLast(tail), after.dropLast(tail))
    }
    let start = after.startIndex
    for (offset, pair) in zip(before, after).enumerated() {
      collect(pair.0, pair.1, path.appending(start + offset), &all)
    }
    // In reverse order, so that each index is valid after the previous removal.
    for (offset, value) in before.enumerated().dropFirst(after.count).reversed() {
      all.append(JSONDifference(path: path.appending(start + offset), before: value, after: nil))
    }
    for index in after.indices.dropFirst(before.count) {
      all.append(JSONDifference(path: path.appending(index), before: nil, after: after[index]))
    }
  }
}

extension JSONDifference {
  /// Returns the difference as lines: `- path: before`, `+ path: after`.
  func lines(_ style: TextStyle, top: String) -> [String] {
    let step = path.description
    let name = step.isEmpty ? top : step.hasPrefix("[") || top.isEmpty ? top + step : "\(top).\(step)"
    var lines: [String] = []
    if let before { lines.append(style.red("- \(name): \(Self.short(before))")) }
    if let after { lines.append(style.green("+ \(name): \(Self.short(after))")) }
    return lines
  }

  /// Returns a value on one line, shortened if it is long.
  static func short(_ json: JSON, limit: Int = 200) -> String {
    let text = json.text()
    return text.count <= limit ? text : text.prefix(limit) + "… (\(text.count) characters)"
  }
}
