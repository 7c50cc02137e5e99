import ColmeiaJSON

/// The way to a value in a state or a body: `events[?id == 7].name`.
package struct QueryPath: Sendable, Hashable {
  /// One step.
  package enum Step: Sendable, Hashable {
    /// Into an object.
    case key(String)
    /// Into a list; a negative index counts from the end.
    case index(Int)
    /// All elements, as a list.
    case all
    /// The first element whose field has the value.
    case find(String, JSON)
  }
  /// The steps from the top.
  package var steps: [Step]
  /// Where each step stands in the text.
  package var ranges: [Range<Int>] = []

  /// A path.
  package init(_ steps: [Step] = []) { self.steps = steps }

  /// Whether both lead to the same place, wherever they are written.
  package static func == (left: Self, right: Self) -> Bool { left.steps == right.steps }
  /// Feeds the steps to `hasher`.
  package func hash(into hasher: inout Hasher) { hasher.combine(steps) }

  /// What stands there, if anything does.
  package func value(in json: JSON) -> JSON? { Self.value(in: json, steps[...]) }

  private static func value(in json: JSON, _ steps: ArraySlice<Step>) -> JSON? {
    guard let step = steps.first else { return json }
    let rest = steps.dropFirst()
    switch step {
    case .key(let key): return json[key].flatMap { value(in: $0, rest) }
    case .index(let index): return json[index].flatMap { value(in: $0, rest) }
    case .find(let field, let wanted):
      return json.array?.first { $0[field] == wanted }.flatMap { value(in: $0, rest) }
    case .all: return json.array.map { .array($0.compactMap { value(in: $0, rest) }) }
    }
  }
}

extension QueryPath: CustomStringConvertible {
  /// The path as it is written.
  package var description: String {
    var text = ""
    for step in steps {
      switch step {
      case .key(let key):
        let plain = JSONPath([.key(key)]).description
        text += text.isEmpty || plain.hasPrefix("[") ? plain : ".\(plain)"
      case .index(let index): text += "[\(index)]"
      case .all: text += "[*]"
      case .find(let field, let value): text += "[?\(field) == \(value)]"
      }
    }
    return text
  }
}
