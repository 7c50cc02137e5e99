import ColmeiaBase
import ColmeiaJSON

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
  static func between(_ before: JSON, _ after: JSON) -> [JSONDifference] {
    var (differences, path): ([JSONDifference], [JSONPath.Step]) = ([], [])
    collect(before, after, &path, &differences)
    return differences
  }

  /// Appends the differences between two values at a path, which is the same again afterwards.
  package static func collect(
    _ before: JSON, _ after: JSON, _ path: inout [JSONPath.Step], _ all: inout [JSONDifference]
  ) {
    switch (before, after) {
    case (.object(let before), .object(let after)): collect(before, after, &path, &all)
    case (.array(let before), .array(let after)):
      for edit in ElementEdit.between(before.count, after.count, { before[$0] == after[$1] }) {
        collect(before[edit.old], after[edit.new], &path, &all)
      }
    default: if before != after { add(before, after, path, &all) }
    }
  }

  /// Appends the differences between two values of an object's member or an array's element, of which one may not exist.
  private static func collect(
    _ before: JSON?, _ after: JSON?, at step: JSONPath.Step, _ path: inout [JSONPath.Step],
    _ all: inout [JSONDifference]
  ) {
    path.append(step)
    if let before, let after { collect(before, after, &path, &all) } else { add(before, after, path, &all) }
    path.removeLast()
  }

  private static func add(
    _ before: JSON?, _ after: JSON?, _ path: [JSONPath.Step], _ all: inout [JSONDifference]
  ) {
    all.append(JSONDifference(path: JSONPath(path), before: before, after: after))
  }

  private static func collect(
    _ before: JSONObject, _ after: JSONObject, _ path: inout [JSONPath.Step], _ all: inout [JSONDifference]
  ) {
    if before.count == after.count, zip(before, after).allSatisfy({ $0.key.isIdentical(to: $1.key) }) {
      for (old, new) in zip(before, after) { collect(old.value, new.value, at: .key(old.key), &path, &all) }
      return
    }
    for member in before { collect(member.value, after[member.key], at: .key(member.key), &path, &all) }
    for member in after where before[member.key] == nil {
      collect(nil, member.value, at: .key(member.key), &path, &all)
    }
  }

  /// Appends the differences between elements of an array at a path and those that have replaced them, whose indices are
  /// theirs in the new array.
  package static func collect(
    _ before: ArraySlice<JSON>, _ after: ArraySlice<JSON>, _ path: inout [JSONPath.Step],
    _ all: inout [JSONDifference]
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
      collect(pair.0, pair.1, at: .index(start + offset), &path, &all)
    }
    // In reverse order, so that each index is valid after the previous removal.
    for (offset, value) in before.enumerated().dropFirst(after.count).reversed() {
      collect(value, nil, at: .index(start + offset), &path, &all)
    }
    for index in after.indices.dropFirst(before.count) {
      collect(nil, after[index], at: .index(index), &path, &all)
    }
  }
}

extension JSONDifference {
  /// Returns the difference as lines: `- path: before`, `+ path: after`.
  func lines(top: String) -> [String] {
    let step = path.description
    let name = step.isEmpty ? top : step.hasPrefix("[") || top.isEmpty ? top + step : "\(top).\(step)"
    var lines: [String] = []
    if let before { lines.append("- \(name): \(before.short)") }
    if let after { lines.append("+ \(name): \(after.short)") }
    if case .string(let before) = before, case .string(let after) = after {
      let same = zip(before, after).prefix { $0 == $1 }.count
      func rest(_ text: String) -> String { JSON.string(String(text.dropFirst(same).prefix(40))).text() }
      if before == after { lines.append("these are different characters that look the same; compare their bytes") }
      if same > 40 { lines.append("the first \(same) characters are the same; then \(rest(before)), \(rest(after))") }
    }
    return lines
  }
}
