import ColmeiaDebugging

/// Formats values as Swift source code: `.load(.husky)`, `Feed.State(breed: nil, images: [])`. Values without such a
/// form, such as references or values with hidden storage, are formatted by their descriptions.
package enum SwiftText {
  static func of(_ value: Any) -> String {
    let mirror = Mirror(reflecting: value)
    if mirror.displayStyle == .optional {
      let wrapped = mirror.children.first.map { of($0.value) }
      return wrapped == "nil" ? ".some(nil)" : wrapped ?? "nil"
    }
    if let text = literal(value) ?? foundation(value, mirror) { return text }
    switch mirror.displayStyle {
    case .collection: return Text.list(mirror.children.map { of($0.value) })
    case .set: return Text.list(mirror.children.map { of($0.value) }.sorted())
    case .dictionary: return mirror.children.isEmpty ? "[:]" : Text.list(Text.pairs(mirror, of))
    case .enum:
      return mirror.children.first.map { ".\(escaped($0.label ?? ""))" + Text.payload($0.value, of) }
        ?? ".\(escaped(caseName(of: value)))"
    case .tuple: return "(\(Text.fields(mirror, of)))"
    case .struct:
      // The storage of a `@Branch` is initialized with the wrapped value, under the name of the property.
      let members = mirror.children.map { child in
        let isWrapper = child.label?.hasPrefix("_") == true && "\(type(of: child.value))".hasPrefix("Branch<")
        return (isWrapper ? child.label.map { String($0.dropFirst()) } : child.label, child.value)
      }
      return "\(name(of: type(of: value)))(\(Text.fields(Mirror(value, children: members), of)))"
    default: return "\(value)"
    }
  }

  /// The maximum size of a value's source code in a generated test, in bytes.
  static var largest: Int { 2_048 }

  /// Returns the source code of a value, or a placeholder if it would be too large to read.
  static func bounded(_ value: Any) -> String {
    let text = of(value)
    if text.utf8.count <= largest { return text }
    return "\(placeholderStart)\(name(of: type(of: value))), \((text.utf8.count + 512) / 1_024) kB#>"
  }

  /// The beginning of a placeholder, which the compiler doesn't accept and editors select.
  static var placeholderStart: String { "<#" }

  /// Returns the name of a case as it is written after a dot.
  private static func escaped(_ name: String) -> String {
    ["init", "self", "Type", "Protocol"].contains(name) ? "`\(name)`" : name
  }

  /// Returns the type's name without its module.
  static func name(of type: Any.Type) -> String {
    let parts = String(reflecting: type).split(separator: ".").dropFirst()
    return parts.filter { !$0.hasPrefix("(") }.joined(separator: ".")
  }

  private static func literal(_ value: Any) -> String? {
    switch value {
    case let text as String: text.debugDescription
    case let text as Substring: text.debugDescription
    case let character as Character: character.debugDescription
    case let number as any BinaryFloatingPoint where !number.isFinite:
      ["inf": ".infinity", "-inf": "-.infinity"]["\(number)"] ?? ".nan"
    case let duration as Duration: of(duration)
    case is any BinaryInteger, is any BinaryFloatingPoint, is Bool: "\(value)"
    default: nil
    }
  }

  /// Returns an expression for a Foundation value, whose mirror shows its storage. The types are recognized by name,
  /// because this module doesn't import Foundation.
  package static func foundation(_ value: Any, _ mirror: Mirror) -> String? {
    let type = String(reflecting: type(of: value))
    guard type.hasPrefix("Foundation") else { return nil }
    switch type.split(separator: ".").last {
    case "UUID": return "UUID(uuidString: \"\(value)\")!"
    case "URL": return "URL(string: \("\(value)".debugDescription))!"
    case "Decimal": return "Decimal(string: \"\(value)\")!"
    case "Date": return mirror.children.first.map { "Date(timeIntervalSinceReferenceDate: \($0.value))" }
    case "Data": return (value as? any Sequence<UInt8>).map { "Data(\(Array($0)))" }
    default: return nil
    }
  }

  /// Returns a duration in the largest unit that needs no fraction.
  package static func of(_ duration: Duration) -> String {
    let (seconds, attoseconds) = duration.components
    if attoseconds == 0 { return ".seconds(\(seconds))" }
    let units: [(name: String, scale: Int64)] = [
      ("milliseconds", 1_000), ("microseconds", 1_000_000), ("nanoseconds", 1_000_000_000),
    ]
    let unit = units.first { attoseconds % (1_000_000_000_000_000_000 / $0.scale) == 0 } ?? units[2]
    let part = attoseconds / (1_000_000_000_000_000_000 / unit.scale)
    let (whole, overflows) = seconds.multipliedReportingOverflow(by: unit.scale)
    return overflows ? ".seconds(\(seconds)) + .\(unit.name)(\(part))" : ".\(unit.name)(\(whole &+ part))"
  }
}
