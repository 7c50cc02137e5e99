/// A number, digit for digit as it was written. Two are equal when they have the same value: `1`, `1.0` and `10e-1`;
/// exponents beyond ±2⁶² are taken for that.
public struct JSONNumber: Sendable {
  /// The number as JSON.
  public let text: String

  /// `text` must be a number of RFC 8259 §6.
  init(verified text: String) { self.text = text }

  /// The number that `text` is; `nil` if it is anything else than a number of RFC 8259 §6.
  ///
  /// - Complexity: O(length).
  public init?(text: String) {
    guard case .number(let number)? = try? JSON(parsing: text), number.text == text else { return nil }
    self = number
  }

  /// Creates a number from an integer.
  public init(_ value: some BinaryInteger) { text = value.description }

  /// A floating-point number, with the fewest digits that read back as the same; `nil` for infinity and NaN.
  public init?(_ value: some BinaryFloatingPoint & LosslessStringConvertible) {
    guard value.isFinite else { return nil }
    let digits = "\(value)"
    text = digits.hasSuffix(".0") ? String(digits.dropLast(2)) : digits
  }

  /// The value, if it is an integer and fits.
  public var int: Int? { integer(Int.self) }

  /// The nearest floating-point number; infinity when it is too large.
  public var double: Double { Double(text) ?? .infinity }

  /// The value, if it is an integer and fits the type; `1e3` and `2.0` are integers.
  public func integer<Integer: FixedWidthInteger>(_ type: Integer.Type) -> Integer? {
    if let value = Integer(text) { return value }
    let value = canonical
    guard value.exponent >= 0, value.exponent <= 40 else { return nil }
    let sign = value.isNegative ? "-" : ""
    return Integer(sign + value.digits + String(repeating: "0", count: value.exponent))
  }

  /// Whether it is an integer without an exponent, and not -0.
  private var isPlain: Bool {
    let (zero, nine, minus) = (UInt8(ascii: "0"), UInt8(ascii: "9"), UInt8(ascii: "-"))
    return text.utf8.allSatisfy { zero <= $0 && $0 <= nine || $0 == minus } && text != "-0"
  }

  /// The value as digits without zeros at either end, times a power of ten.
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
  /// Whether both have the same value.
  public static func == (left: Self, right: Self) -> Bool {
    if left.text == right.text { return true }
    // Most are integers, of which each is written in one way.
    return !(left.isPlain && right.isPlain) && left.canonical == right.canonical
  }

  /// Feeds the value to `hasher`.
  public func hash(into hasher: inout Hasher) {
    let value = canonical
    hasher.combine(value.isNegative)
    hasher.combine(value.digits)
    hasher.combine(value.exponent)
  }

  /// Whether `left` is the smaller value, however many digits there are.
  public static func < (left: Self, right: Self) -> Bool {
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
  /// The number as JSON.
  public var description: String { text }
}
