// Values of the standard library and Foundation as source code.
extension Dumper {
  /// Returns an expression that creates a value of the standard library or Foundation, or `nil` if its description or
  /// its parts are one.
  func expression(_ value: Any, _ mirror: Mirror) -> String? {
    switch value {
    case let text as any StringProtocol: String(text).debugDescription
    case let number as any BinaryFloatingPoint where !number.isFinite:
      number.isNaN ? ".nan" : number.sign == .minus ? "-.infinity" : ".infinity"
    case let duration as Duration: StateDiff.code(of: duration)
    default: foundation(value, mirror)
    }
  }

  /// Returns an expression for a Foundation value, whose mirror shows its storage. The types are recognized by name,
  /// because this module doesn't import Foundation.
  private func foundation(_ value: Any, _ mirror: Mirror) -> String? {
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

  /// Returns the name of a case as it is written after a dot.
  func label(ofCase name: String) -> String {
    isCode && ["init", "self", "Type", "Protocol"].contains(name) ? "`\(name)`" : name
  }
}

extension StateDiff {
  /// Returns a value as one line of source code. Once the parts have more bytes than `limit`, the others are `…`.
  package static func code(_ value: Any, limit: Int = .max) -> String {
    var limits = Limits()
    limits.parts = limit
    var dumper = Dumper(limits: limits, isCode: true)
    return dumper.root(value).node.inline
  }

  /// Returns the name of a type without its module.
  package static func name(of type: Any.Type) -> String { TypeName.known(type).short }

  /// Returns a duration as source code, in the largest unit that needs no fraction.
  package static func code(of duration: Duration) -> String {
    let (seconds, unit, count, part) = units(of: duration)
    let name = ["seconds", "milliseconds", "microseconds", "nanoseconds"][unit]
    return count.map { ".\(name)(\($0))" } ?? ".seconds(\(seconds)) + .\(name)(\(part))"
  }

  /// Returns the largest unit that divides a duration (0 for seconds, then each a thousand times as small), the number
  /// of these units, or `nil` if it overflows, and the number of those beyond the whole seconds.
  package static func units(of duration: Duration) -> (seconds: Int64, unit: Int, count: Int64?, part: Int64) {
    let (seconds, attoseconds) = duration.components
    let scales: [Int64] = [1, 1_000, 1_000_000, 1_000_000_000]
    let unit = scales.indices.first { attoseconds % (1_000_000_000_000_000_000 / scales[$0]) == 0 } ?? 3
    let part = attoseconds / (1_000_000_000_000_000_000 / scales[unit])
    let (whole, overflows) = seconds.multipliedReportingOverflow(by: scales[unit])
    return (seconds, unit, overflows ? nil : whole &+ part, part)
  }
}
