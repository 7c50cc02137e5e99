import ColmeiaJSON

/// A path to a value in a state or a body: `events[?id == 7].name`.
package struct QueryPath: Sendable, Hashable {
  /// A step of a path.
  package enum Step: Sendable, Hashable {
    /// The member of an object with this key.
    case key(String)
    /// The element of an array at this index. A negative index counts from the end.
    case index(Int)
    /// All elements, as a list. What no element has is missing, so a misspelt name isn't an empty list.
    case all
    /// The first element that has the value at a path of keys.
    case find([String], JSON)
  }
  /// The steps from the root.
  package var steps: [Step]
  /// The range of each step in the text.
  package var ranges: [Range<Int>] = []

  /// Creates a path.
  package init(_ steps: [Step] = []) { self.steps = steps }

  /// Whether both paths have the same steps, regardless of their ranges in the text.
  package static func == (left: Self, right: Self) -> Bool { left.steps == right.steps }
  /// Hashes the steps.
  package func hash(into hasher: inout Hasher) { hasher.combine(steps) }

  /// Returns the value at the path, or `nil` if there is none.
  package func value(in json: JSON) -> JSON? { Self.value(in: json, steps[...]) }

  private static func value(in json: JSON, _ steps: ArraySlice<Step>) -> JSON? {
    guard let step = steps.first else { return json }
    let rest = steps.dropFirst()
    switch step {
    case .key(let key): return json[key].flatMap { value(in: $0, rest) }
    case .index(let index): return json[index].flatMap { value(in: $0, rest) }
    case .find(let keys, let wanted):
      return json.array?.first { element in keys.reduce(element) { $0?[$1] } == wanted }.flatMap { value(in: $0, rest) }
    case .all:
      guard let elements = json.array else { return nil }
      let values = elements.compactMap { value(in: $0, rest) }
      return values.isEmpty && !elements.isEmpty ? nil : .array(values)
    }
  }
}

extension QueryPath: CustomStringConvertible {
  /// The path as it is written in a scenario.
  package var description: String {
    var text = ""
    for step in steps {
      switch step {
      case .key(let key):
        let isWord = text.isEmpty && (key == "not" || ValuePredicate.named[key] != nil)
        let plain = isWord ? "[\(JSON.string(key))]" : JSONPath([.key(key)]).description
        text += text.isEmpty || plain.hasPrefix("[") ? plain : ".\(plain)"
      case .index(let index): text += "[\(index)]"
      case .all: text += "[*]"
      case .find(let keys, let value): text += "[?\(keys.joined(separator: ".")) == \(value)]"
      }
    }
    return text
  }
}
