import ColmeiaJSON

/// Changes that make one JSON value of another (RFC 6902: `add`, `remove`, `replace`).
package enum JSONPatch {
  /// The changes that make `after` of `before`.
  ///
  /// - Complexity: O(length).
  package static func between(_ before: JSON, _ after: JSON) -> JSON { of(JSONDifference.between(before, after)) }

  /// The changes that make the differences.
  static func of(_ differences: [JSONDifference]) -> JSON {
    .array(
      differences.map { difference in
        let path = JSON.string(JSONPointer(difference.path).text)
        switch (difference.before, difference.after) {
        case (_?, let after?): return ["op": "replace", "path": path, "value": after]
        case (nil, let after?): return ["op": "add", "path": path, "value": after]
        default: return ["op": "remove", "path": path]
        }
      })
  }

  /// The value with the changes made; `nil` when they do not fit it, or lead deeper than 512 levels.
  ///
  /// - Complexity: O(n log n) in the changes, their paths and the elements of the lists that they lead into.
  package static func apply(_ patch: JSON, to value: JSON) -> JSON? {
    var opened = 0
    return apply(patch, to: value, opened: &opened)
  }

  /// - Parameter opened: counts the elements of the lists that are opened, each once for the whole patch.
  static func apply(_ patch: JSON, to value: JSON, opened: inout Int) -> JSON? {
    guard let changes = patch.array else { return nil }
    var draft = JSONDraft.value(value)
    for change in changes {
      guard let (change, steps) = read(change), draft.make(change, at: steps[...], opened: &opened) else { return nil }
    }
    return draft.closed
  }

  private static func read(_ json: JSON) -> (JSONDraft.Change, steps: [String])? {
    guard let path = json["path"]?.string, let steps = JSONPointer(path)?.steps else { return nil }
    switch (json["op"]?.string, json["value"]) {
    case ("add", let value?): return (.put(value, isNew: true), steps)
    case ("replace", let value?): return (.put(value, isNew: false), steps)
    case ("remove", _) where !steps.isEmpty: return (.remove, steps)
    default: return nil
    }
  }
}
