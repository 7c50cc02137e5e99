import ColmeiaJSON

/// Changes that make one JSON value of another (RFC 6902: `add`, `remove`, `replace`).
public enum JSONPatch {
  /// The changes that make `after` of `before`.
  ///
  /// - Complexity: O(length).
  public static func between(_ before: JSON, _ after: JSON) -> JSON {
    .array(
      JSONDifference.between(before, after).map { difference in
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
  /// - Complexity: O(length of the patch); an element that is added or removed takes the time to move those behind it.
  public static func apply(_ patch: JSON, to value: JSON) -> JSON? {
    guard let changes = patch.array else { return nil }
    var value = value
    for change in changes {
      guard let change = Change(change) else { return nil }
      guard change.make(in: &value, change.steps[...]) else { return nil }
    }
    return value
  }

  private struct Change {
    enum Operation { case put(JSON, isNew: Bool), remove }

    let operation: Operation
    let steps: [String]

    init?(_ json: JSON) {
      guard let path = json["path"]?.string, let pointer = JSONPointer(path) else { return nil }
      steps = pointer.steps
      switch (json["op"]?.string, json["value"]) {
      case ("add", let value?): operation = .put(value, isNew: true)
      case ("replace", let value?): operation = .put(value, isNew: false)
      case ("remove", _) where !steps.isEmpty: operation = .remove
      default: return nil
      }
    }

    /// Makes the change below `value`, in its place, so that nothing else is copied. Steps are limited, so recursion is.
    func make(in value: inout JSON, _ steps: ArraySlice<String>) -> Bool {
      guard let step = steps.first else {
        guard case .put(let new, _) = operation else { return false }
        value = new
        return true
      }
      let rest = steps.dropFirst()
      switch value {
      case .object(var object):
        // The only reference to the members is the one that is changed.
        value = .null
        defer { value = .object(object) }
        return make(in: &object, step, rest)
      case .array(var elements):
        value = .null
        defer { value = .array(elements) }
        return make(in: &elements, step, rest)
      case .null, .bool, .number, .string: return false
      }
    }

    private func make(in object: inout JSONObject, _ key: String, _ rest: ArraySlice<String>) -> Bool {
      guard rest.isEmpty else { return object.change(key) { make(in: &$0, rest) } ?? false }
      switch operation {
      case .put(let new, let isNew):
        if !isNew, object[key] == nil { return false }
        object[key] = new
      case .remove:
        if object[key] == nil { return false }
        object[key] = nil
      }
      return true
    }

    private func make(in elements: inout [JSON], _ step: String, _ rest: ArraySlice<String>) -> Bool {
      guard let index = JSONPointer.index(step, end: elements.count) else { return false }
      if rest.isEmpty, case .put(let new, isNew: true) = operation {
        guard index <= elements.count else { return false }
        elements.insert(new, at: index)
        return true
      }
      guard index < elements.count else { return false }
      guard rest.isEmpty else { return make(in: &elements[index], rest) }
      switch operation {
      case .put(let new, _): elements[index] = new
      case .remove: elements.remove(at: index)
      }
      return true
    }
  }
}
