import ColmeiaDebugging

/// Formats values for readers: `load(husky)` where Swift prints `load(Module.Feed.Breed.husky)`.
@usableFromInline enum Text {
  /// - Parameter isPlain: Whether to show the value by reflection even if it describes itself.
  static func of(_ value: Any, isPlain: Bool = false) -> String {
    func of(_ part: Any) -> String { Self.of(part, isPlain: isPlain) }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .optional: return mirror.children.first.map { of($0.value) } ?? "nil"
    case .collection: return list(mirror.children.map { of($0.value) })
    case .set: return list(mirror.children.map { of($0.value) }.sorted())
    case .dictionary: return list(pairs(mirror, of))
    default: break
    }
    if let text = value as? String { return text.debugDescription }
    if !isPlain, let value = value as? any CustomStringConvertible { return value.description }
    switch mirror.displayStyle {
    case .enum: return mirror.children.first.map { ($0.label ?? "") + payload($0.value, of) } ?? caseName(of: value)
    case .struct, .class: return "\(type(of: value))(\(fields(mirror, of)))"
    case .tuple: return "(\(fields(mirror, of)))"
    default: return "\(value)"
    }
  }

  /// Returns the text of a value whose description may trap.
  static func watched<Value: Sendable>(_ value: Value) -> String {
    Threads.watched { of(value) } ?? Threads.watched { of(value, isPlain: true) } ?? "\(Value.self)"
  }

  /// Returns only the name of the enum case: `load`. A case that embeds an action or effect of a child, or a `Result`, is
  /// followed by the embedded case: `payment.charge`, `row.saved`.
  @usableFromInline static func head(_ value: Any) -> String {
    let mirror = Mirror(reflecting: value)
    if mirror.displayStyle == .enum, let part = mirror.children.first, !(value is any CustomStringConvertible) {
      let name = part.label ?? ""
      return embedded(in: part.value).map { "\(name).\(head($0))" } ?? name
    }
    let text = of(value)
    return String(text.prefix { $0 != "(" })
  }

  /// Returns the last value of a payload if its type is named like that of an action or effect.
  private static func embedded(in payload: Any) -> Any? {
    let mirror = Mirror(reflecting: payload)
    var (last, style) = (payload, mirror.displayStyle)
    if style == .tuple, let part = mirror.children.dropFirst(max(1, mirror.children.count) - 1).first {
      last = part.value
      style = Mirror(reflecting: last).displayStyle
    }
    guard style == .enum else { return nil }
    let type = "\(type(of: last))"
    return type.hasSuffix("Action") || type.hasSuffix("Effect") || type.hasPrefix("Result<") ? last : nil
  }

  /// Returns a duration in the largest unit that divides it: seconds, milliseconds, microseconds or nanoseconds.
  static func of(_ duration: Duration) -> String {
    let (seconds, unit, count, _) = StateDiff.units(of: duration)
    // So long a time doesn't need its fraction.
    return count.map { "\($0) \(["s", "ms", "µs", "ns"][unit])" } ?? "\(seconds) s"
  }

  /// Returns the text, truncated to `limit` characters.
  static func short(_ text: String, _ limit: Int = 400) -> String {
    text.count <= limit ? text : "\(text.prefix(limit))…"
  }

  static func list(_ elements: [String]) -> String { "[\(elements.joined(separator: ", "))]" }

  /// Returns the keys and values of a dictionary, in alphabetical order.
  static func pairs(_ mirror: Mirror, _ text: (Any) -> String) -> [String] {
    mirror.children.map { pair in
      Mirror(reflecting: pair.value).children.map { text($0.value) }.joined(separator: ": ")
    }.sorted()
  }

  /// Returns the payload of an enum case, in parentheses.
  static func payload(_ value: Any, _ text: (Any) -> String) -> String {
    let mirror = Mirror(reflecting: value)
    return "(\(mirror.displayStyle == .tuple ? fields(mirror, text) : text(value)))"
  }

  /// Returns the children of a value with their labels, which tuple elements may lack.
  static func fields(_ mirror: Mirror, _ text: (Any) -> String) -> String {
    mirror.children.map { child in
      guard let label = child.label, !label.hasPrefix(".") else { return text(child.value) }
      return "\(label): \(text(child.value))"
    }.joined(separator: ", ")
  }
}
