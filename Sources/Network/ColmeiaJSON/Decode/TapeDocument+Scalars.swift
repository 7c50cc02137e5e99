extension TapeDocument {
  @inline(__always) func isNull(_ node: Int32) -> Bool { tape[node].kind == .null }

  func string(_ node: Int32) throws -> String {
    let kind = tape[node].kind
    guard kind == .string || kind == .escapedString else { throw mismatch(String.self, "a string", node) }
    return tape.string(node)
  }

  func bool(_ node: Int32) throws -> Bool {
    switch tape[node].kind {
    case .yes: return true
    case .no: return false
    default: throw mismatch(Bool.self, "true or false", node)
    }
  }

  @inline(__always) func integer<Integer: FixedWidthInteger>(_ type: Integer.Type, _ node: Int32) throws -> Integer {
    let found = tape[node]
    if found.kind == .number, let value = short(found), let integer = Integer(exactly: value) { return integer }
    return try longInteger(type, node)
  }

  private func longInteger<Integer: FixedWidthInteger>(_ type: Integer.Type, _ node: Int32) throws -> Integer {
    guard tape[node].kind == .number else { throw mismatch(type, "a number", node) }
    let number = tape.number(node)
    if let integer = number.integer(type) { return integer }
    throw failure(
      .mismatch(expected: "an integer from \(Integer.min) to \(Integer.max)", found: number.text), type, node)
  }

  /// Parses an integer of up to 18 characters without creating a string.
  private func short(_ node: Tape.Node) -> Int64? {
    guard node.end - node.start <= 18 else { return nil }
    return tape.bytes.withUnsafeBufferPointer { bytes in
      var position = Int(node.start)
      let isNegative = bytes[position] == UInt8(ascii: "-")
      if isNegative { position += 1 }
      var value: Int64 = 0
      while position < Int(node.end) {
        let digit = bytes[position] &- UInt8(ascii: "0")
        if digit > 9 { return nil }
        value = value &* 10 &+ Int64(digit)
        position += 1
      }
      return isNegative ? -value : value
    }
  }

  func double(_ node: Int32) throws -> Double {
    let found = tape[node]
    guard found.kind == .number else { throw mismatch(Double.self, "a number", node) }
    if let value = exact(found) { return value }
    return try floatingPoint(node)
  }

  /// Parses the nearest value of the type, rounding once.
  func floatingPoint<Value: BinaryFloatingPoint & LosslessStringConvertible>(_ node: Int32) throws -> Value {
    guard tape[node].kind == .number else { throw mismatch(Value.self, "a number", node) }
    let text = tape.number(node).text
    guard let value = Value(text), value.isFinite else {
      throw failure(.mismatch(expected: "a number that fits in \(Value.self)", found: text), Value.self, node)
    }
    return value
  }

  /// Parses a number of up to 19 digits without an exponent, without creating a string.
  private func exact(_ node: Tape.Node) -> Double? {
    guard node.end - node.start <= 21 else { return nil }
    return tape.withText(of: node) { text in
      var (digits, count, scale, hasPoint): (UInt64, Int, Int, Bool) = (0, 0, 0, false)
      let isNegative = text.first == UInt8(ascii: "-")
      for byte in text[(isNegative ? 1 : 0)...] {
        if byte == UInt8(ascii: ".") {
          hasPoint = true
          continue
        }
        let digit = byte &- UInt8(ascii: "0")
        if digit > 9 { return nil }
        (digits, count) = (digits &* 10 &+ UInt64(digit), count + 1)
        if hasPoint { scale += 1 }
      }
      guard count < Self.powersOfTen.count else { return nil }
      let divisor = Self.powersOfTen[scale]
      // Both integers are represented exactly, so the division is the only rounding.
      let isExact = (digits | divisor) >> 53 == 0
      let value = isExact ? Double(digits) / Double(divisor) : Self.quotient(digits, divisor)
      return isNegative ? -value : value
    }
  }

  /// Returns the value nearest to a quotient. The integer division yields at least 63 bits. The remainder only affects
  /// whether the quotient is above them, which is all that the single rounding to 53 bits needs.
  private static func quotient(_ dividend: UInt64, _ divisor: UInt64) -> Double {
    if dividend == 0 || divisor == 1 { return Double(dividend) }
    let (up, down) = (dividend.leadingZeroBitCount, divisor.leadingZeroBitCount)
    let normal = dividend << up
    var (bits, rest) = (divisor << down).dividingFullWidth((normal >> 1, normal << 63))
    if rest > 0 { bits |= 1 }
    return Double(sign: .plus, exponent: down - up - 63, significand: Double(bits))
  }

  private static let powersOfTen: [UInt64] = (0..<20).map { power in (0..<power).reduce(1) { value, _ in value * 10 } }
}
