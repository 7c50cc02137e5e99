import ColmeiaJSON

/// A difference between two JSON values.
package struct JSONDifference: Sendable, Hashable {
  /// The path to the difference.
  package var path: JSONPath
  /// The expected or previous value, or `nil` if there was none.
  package var before: JSON?
  /// The actual or current value, or `nil` if there is none.
  package var after: JSON?

  /// Returns the differences between two values, each as deeply nested as possible. Elements of arrays are compared by
  /// index, excluding the common prefix and suffix if the arrays have different lengths.
  ///
  /// - Complexity: O(length).
  static func between(_ before: JSON, _ after: JSON, at path: JSONPath = JSONPath()) -> [JSONDifference] {
    var differences: [JSONDifference] = []
    collect(before, after, path, &differences)
    return differences
  }

  /// Appends the differences between an array at a path before and after a replacement.
  ///
  /// - Complexity: O(*m*), where *m* is the number of elements that were removed and inserted, unless they are equal.
  static func collect(
    _ replacement: ElementReplacement, _ after: [JSON], _ path: JSONPath, _ all: inout [JSONDifference]
  ) {
    let tail = after.count - replacement.start - replacement.inserted
    collect(replacement.before(after), after, path, &all, (replacement.start, tail))
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

  private static func collect<Before: RandomAccessCollection>(
    _ before: Before, _ after: [JSON], _ path: JSONPath, _ all: inout [JSONDifference],
    _ same: (head: Int, tail: Int) = (0, 0)
  ) where Before.Element == JSON, Before.Index == Int {
    if before.count == after.count {
      for index in same.head..<after.count - same.tail {
        collect(before[index], after[index], path.appending(index), &all)
      }
      return
    }
    let head = same.head + zip(before[same.head...], after[same.head...]).prefix { $0 == $1 }.count
    let known = head == same.head ? same.tail : 0
    let ends = zip(before[head...].dropLast(known).reversed(), after[head...].dropLast(known).reversed())
    let tail = known + ends.prefix { $0 == $1 }.count
    let common = min(before.count, after.count) - head - tail
    for index in head..<head + common { collect(before[index], after[index], path.appending(index), &all) }
    // In reverse order, so that each index is valid after the previous removal.
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

/// A replacement of elements of an array.
struct ElementReplacement {
  let start: Int
  let removed: [JSON]
  /// The number of elements that were inserted.
  let inserted: Int

  /// Replaces the elements in the range.
  init(_ range: Range<Int>, in elements: inout [JSON], with new: [JSON]) {
    (start, removed, inserted) = (range.lowerBound, Array(elements[range]), new.count)
    elements.replaceSubrange(range, with: new)
  }

  func undo(in elements: inout [JSON]) { elements.replaceSubrange(start..<start + inserted, with: removed) }

  /// Returns the array as it was, without copying the elements that weren't replaced.
  func before(_ after: [JSON]) -> LazyMapCollection<Range<Int>, JSON> {
    (0..<after.count - inserted + removed.count).lazy.map { [self] index in
      if index < start { return after[index] }
      return index < start + removed.count ? removed[index - start] : after[index - removed.count + inserted]
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
