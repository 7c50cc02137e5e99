import ColmeiaJSON

/// One difference between two JSON values.
public struct JSONDifference: Sendable, Hashable {
  /// Where.
  public var path: JSONPath
  /// What was wanted, or was there before; `nil` if nothing.
  public var before: JSON?
  /// What is there; `nil` if nothing.
  public var after: JSON?

  /// Where the two differ; each difference as deep down as it can be told. Elements of lists are compared by index,
  /// after what both begin and end with.
  ///
  /// - Complexity: O(length).
  public static func between(_ before: JSON, _ after: JSON) -> [JSONDifference] {
    var differences: [JSONDifference] = []
    collect(before, after, JSONPath(), &differences)
    return differences
  }

  private static func collect(_ before: JSON, _ after: JSON, _ path: JSONPath, _ all: inout [JSONDifference]) {
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
    if before.count == after.count {
      for (index, pair) in zip(before, after).enumerated() { collect(pair.0, pair.1, path.appending(index), &all) }
      return
    }
    let head = zip(before, after).prefix { $0 == $1 }.count
    let tail = zip(before[head...].reversed(), after[head...].reversed()).prefix { $0 == $1 }.count
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

/// Changes that make one JSON value of another (RFC 6902: `add`, `remove`, `replace`).
public enum JSONPatch {
  /// The changes that make `after` of `before`.
  ///
  /// - Complexity: O(length).
  public static func between(_ before: JSON, _ after: JSON) -> JSON {
    .array(
      JSONDifference.between(before, after).map { difference in
        let path = JSON.string(pointer(difference.path))
        switch (difference.before, difference.after) {
        case (_?, let after?): return ["op": "replace", "path": path, "value": after]
        case (nil, let after?): return ["op": "add", "path": path, "value": after]
        default: return ["op": "remove", "path": path]
        }
      })
  }

  /// A path as a JSON Pointer (RFC 6901).
  static func pointer(_ path: JSONPath) -> String {
    path.steps.map { step in
      switch step {
      case .index(let index): "/\(index)"
      case .key(let key): "/" + key.replacing("~", with: "~0").replacing("/", with: "~1")
      }
    }.joined()
  }

  /// The value with the changes made; `nil` when they do not fit it.
  public static func apply(_ patch: JSON, to value: JSON) -> JSON? {
    guard let changes = patch.array else { return nil }
    var value = value
    for change in changes {
      guard let operation = change["op"]?.string, let pointer = change["path"]?.string else { return nil }
      let steps = pointer.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        .map { String($0).replacing("~1", with: "/").replacing("~0", with: "~") }
      guard let next = changed(value, steps[...], operation, change["value"]) else { return nil }
      value = next
    }
    return value
  }

  private static func changed(_ value: JSON, _ steps: ArraySlice<String>, _ operation: String, _ new: JSON?) -> JSON? {
    guard let step = steps.first else { return new }
    let rest = steps.dropFirst()
    switch value {
    case .object(var object):
      if rest.isEmpty {
        if operation == "remove" {
          if object[step] == nil { return nil }
          object[step] = nil
        } else {
          object[step] = new
        }
        return .object(object)
      }
      guard let child = object[step].flatMap({ changed($0, rest, operation, new) }) else { return nil }
      object[step] = child
      return .object(object)
    case .array(var elements):
      guard let index = Int(step), index >= 0, index <= elements.count else { return nil }
      return changed(&elements, index, rest, operation, new) ? .array(elements) : nil
    case .null, .bool, .number, .string: return nil
    }
  }

  private static func changed(
    _ elements: inout [JSON], _ index: Int, _ rest: ArraySlice<String>, _ operation: String, _ new: JSON?
  ) -> Bool {
    if rest.isEmpty, operation == "add", let new {
      elements.insert(new, at: index)
      return true
    }
    guard index < elements.count else { return false }
    if rest.isEmpty, operation == "remove" {
      elements.remove(at: index)
      return true
    }
    guard let child = changed(elements[index], rest, operation, new) else { return false }
    elements[index] = child
    return true
  }
}
