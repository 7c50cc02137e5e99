/// A number with all its digits as written. Numbers are equal if they have the same value: `1`, `1.0` and `10e-1` are
/// equal. Exponents are clamped to ±2⁶².
public struct JSONNumber: Sendable {
  /// The number as JSON text.
  public let text: String

  /// Creates a number from text that is known to be a number of RFC 8259 §6.
  init(verified text: String) { self.text = text }

  /// Creates a number from text, or returns `nil` if the text is not exactly a number of RFC 8259 §6.
  ///
  /// - Complexity: O(length).
  public init?(text: String) {
    guard case .number(let number)? = try? JSON(parsing: text), number.text == text else { return nil }
    self = number
  }

  /// Creates a number from an integer.
  public init(_ value: some BinaryInteger) { text = value.description }

  /// Creates a number with the fewest digits that parse as the same value. Returns `nil` for infinity and NaN.
  public init?(_ value: some BinaryFloatingPoint & LosslessStringConvertible) {
    guard value.isFinite else { return nil }
    let digits = "\(value)"
    text = digits.hasSuffix(".0") ? String(digits.dropLast(2)) : digits
  }

  /// The value, or `nil` if it is not an integer or doesn't fit in `Int`.
  public var int: Int? { integer(Int.self) }

  /// The value without its fraction, or `nil` if it doesn't fit in `Int`.
  var truncated: Int? {
    let value = canonical
    if value.exponent >= 0 { return int }
    let whole = value.digits.dropLast(min(value.digits.utf8.count, -value.exponent))
    return whole.isEmpty ? 0 : Int((value.isNegative ? "-" : "") + whole)
  }

  /// The nearest floating-point number, or infinity if the value is too large.
  public var double: Double { Double(text) ?? .infinity }

  /// Returns the value, or `nil` if it is not an integer or doesn't fit in the type. `1e3` and `2.0` are integers.
  public func integer<Integer: FixedWidthInteger>(_ type: Integer.Type) -> Integer? {
    if let value = Integer(text) { return value }
    let value = canonical
    guard value.exponent >= 0, value.exponent <= 40 else { return nil }
    let sign = value.isNegative ? "-" : ""
    return Integer(sign + value.digits + String(repeating: "0", count: value.exponent))
  }

  /// Whether the number is written as an integer without an exponent, and is not -0.
  private var isPlain: Bool {
    let (zero, nine, minus) = (UInt8(ascii: "0"), UInt8(ascii: "9"), UInt8(ascii: "-"))
    return text.utf8.allSatisfy { zero <= $0 && $0 <= nine || $0 == minus } && text != "-0"
  }

  /// The value as digits without leading or trailing zeros, multiplied by a power of ten.
  var canonical: (isNegative: Bool, digits: String, exponent: Int) {
    var mantissa = text[...]
    let isNegative = mantissa.first == "-"
    if isNegative { mantissa.removeFirst() }
    var exponent = 0
    if let mark = mantissa.firstIndex(where: { $0 == "e" || $0 == "E" }) {
      let written = mantissa[mantissa.index(after: mark)...]
      let bound = 1 << 62
      exponent = Int(written).map { min(max($0, -bound), bound) } ?? (written.first == "-" ? -bound : bound)
      mantissa = mantissa[..<mark]
    }
    if let point = mantissa.firstIndex(of: ".") {
      exponent -= mantissa.distance(from: point, to: mantissa.endIndex) - 1
      mantissa.remove(at: point)
    }
    let digits = mantissa.drop { $0 == "0" }
    let trimmed = digits.reversed().drop { $0 == "0" }
    if trimmed.isEmpty { return (false, "0", 0) }
    return (isNegative, String(trimmed.reversed()), exponent + digits.count - trimmed.count)
  }
}

extension JSONNumber: Hashable, Comparable {
  /// Whether both numbers have the same value.
  public static func == (left: Self, right: Self) -> Bool {
    if left.text == right.text { return true }
    // Most numbers are plain integers, which have only one representation.
    return !(left.isPlain && right.isPlain) && left.canonical == right.canonical
  }

  /// Hashes the value, so that `1.0` and `1` have the same hash.
  public func hash(into hasher: inout Hasher) {
    let value = canonical
    hasher.combine(value.isNegative)
    hasher.combine(value.digits)
    hasher.combine(value.exponent)
  }

  /// Whether `left` is less than `right`, for any number of digits.
  public static func < (left: Self, right: Self) -> Bool {
    if let left = Int(left.text), let right = Int(right.text) { return left < right }
    let (left, right) = (left.canonical, right.canonical)
    let signs = (left.digits == "0" ? 0 : left.isNegative ? -1 : 1, right.digits == "0" ? 0 : right.isNegative ? -1 : 1)
    if signs.0 != signs.1 { return signs.0 < signs.1 }
    if signs.0 == 0 { return false }
    let isSmaller = isMagnitudeSmaller(left.digits, left.exponent, right.digits, right.exponent)
    if signs.0 > 0 { return isSmaller }
    return isMagnitudeSmaller(right.digits, right.exponent, left.digits, left.exponent)
  }

  private static func isMagnitudeSmaller(_ left: String, _ leftScale: Int, _ right: String, _ rightScale: Int) -> Bool {
    let (leftSize, rightSize) = (left.utf8.count + leftScale, right.utf8.count + rightScale)
    return leftSize == rightSize ? left < right : leftSize < rightSize
  }
}

extension JSONNumber: CustomStringConvertible {
  /// The number as JSON text.
  public var description: String { text }
}
