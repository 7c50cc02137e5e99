/// Formats values as Swift source code: `.load(.husky)`, `Feed.State(breed: nil, images: [])`. Values without such a
/// form, such as references or values with hidden storage, are formatted by their descriptions.
package enum SwiftText {
  static func of(_ value: Any) -> String {
    let mirror = Mirror(reflecting: value)
    if mirror.displayStyle == .optional { return mirror.children.first.map { of($0.value) } ?? "nil" }
    if let text = literal(value) { return text }
    switch mirror.displayStyle {
    case .collection, .set: return Text.list(mirror.children.map { of($0.value) })
    case .dictionary: return mirror.children.isEmpty ? "[:]" : Text.list(Text.pairs(mirror, of))
    case .enum:
      return mirror.children.first.map { ".\($0.label ?? "")" + Text.payload($0.value, of) } ?? ".\(value)"
    case .tuple: return "(\(Text.fields(mirror, of)))"
    case .struct: return "\(name(of: type(of: value)))(\(Text.fields(mirror, of)))"
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
}
