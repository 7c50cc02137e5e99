/// Formats values as Swift source code: `.load(.husky)`, `Feed.State(breed: nil, images: [])`. Values without such a
/// form, such as references or values with hidden storage, are formatted by their descriptions.
package enum SwiftText {
  static func of(_ value: Any) -> String {
    let mirror = Mirror(reflecting: value)
    if mirror.displayStyle == .optional { return mirror.children.first.map { of($0.value) } ?? "nil" }
    if let text = literal(value) { return text }
    switch mirror.displayStyle {
    case .collection, .set: return "[\(mirror.children.map { of($0.value) }.joined(separator: ", "))]"
    case .dictionary: return dictionary(mirror)
    case .enum: return mirror.children.first.map(payload) ?? ".\(value)"
    case .tuple: return "(\(fields(mirror)))"
    case .struct: return "\(name(of: type(of: value)))(\(fields(mirror)))"
    default: return "\(value)"
    }
  }

  /// Returns the type's name without its module.
  static func name(of type: Any.Type) -> String {
    let parts = String(reflecting: type).split(separator: ".").dropFirst()
    return parts.filter { !$0.hasPrefix("(") }.joined(separator: ".")
  }

  private static func literal(_ value: Any) -> String? {
    switch value {
    case let text as String: text.debugDescription
    case let duration as Duration: of(duration)
    case is any BinaryInteger, is any BinaryFloatingPoint, is Bool: "\(value)"
    default: nil
    }
  }

  /// Returns a duration in the largest unit that needs no fraction.
  package static func of(_ duration: Duration) -> String {
    let (seconds, attoseconds) = duration.components
    if attoseconds == 0 { return ".seconds(\(seconds))" }
    for (name, scale) in [("milliseconds", 1_000), ("microseconds", 1_000_000)] as [(String, Int64)]
    where attoseconds % (1_000_000_000_000_000_000 / scale) == 0 {
      return ".\(name)(\(seconds * scale + attoseconds / (1_000_000_000_000_000_000 / scale)))"
    }
    return ".nanoseconds(\(seconds * 1_000_000_000 + attoseconds / 1_000_000_000))"
  }

  private static func dictionary(_ mirror: Mirror) -> String {
    let pairs = mirror.children.map { child in
      Mirror(reflecting: child.value).children.map { of($0.value) }.joined(separator: ": ")
    }
    return pairs.isEmpty ? "[:]" : "[\(pairs.sorted().joined(separator: ", "))]"
  }

  private static func payload(_ child: Mirror.Child) -> String {
    let mirror = Mirror(reflecting: child.value)
    let text = mirror.displayStyle == .tuple ? fields(mirror) : of(child.value)
    return ".\(child.label ?? "")(\(text))"
  }

  private static func fields(_ mirror: Mirror) -> String { Text.fields(mirror) { of($0) } }
}
