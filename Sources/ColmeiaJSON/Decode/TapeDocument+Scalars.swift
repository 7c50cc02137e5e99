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

  func integer<Integer: FixedWidthInteger>(_ type: Integer.Type, _ node: Int32) throws -> Integer {
    let found = tape[node]
    guard found.kind == .number else { throw mismatch(type, "a number", node) }
    if let value = short(found), let integer = Integer(exactly: value) { return integer }
    let number = tape.number(node)
    if let integer = number.integer(type) { return integer }
    throw failure(
      .mismatch(expected: "an integer from \(Integer.min) to \(Integer.max)", found: number.text), type, node)
  }

  /// An integer of up to 18 characters, without making a string of it.
  private func short(_ node: Tape.Node) -> Int64? {
    guard node.end - node.start <= 18 else { return nil }
    return tape.bytes.withUnsafeBufferPointer { bytes in
      var place = Int(node.start)
      let isNegative = bytes[place] == UInt8(ascii: "-")
      if isNegative { place += 1 }
      var value: Int64 = 0
      while place < Int(node.end) {
        let digit = bytes[place] &- UInt8(ascii: "0")
        if digit > 9 { return nil }
        value = value &* 10 &+ Int64(digit)
        place += 1
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

  /// The nearest value, rounded once, whatever the type.
  func floatingPoint<Value: BinaryFloatingPoint & LosslessStringConvertible>(_ node: Int32) throws -> Value {
    guard tape[node].kind == .number else { throw mismatch(Value.self, "a number", node) }
    let text = tape.number(node).text
    guard let value = Value(text), value.isFinite else {
      throw failure(.mismatch(expected: "a number that a \(Value.self) can hold", found: text), Value.self, node)
    }
    return value
  }

  /// A decimal fraction whose digits and whose power of ten a `Double` holds exactly, so that one division gives the
  /// nearest value (Clinger 1990).
  private func exact(_ node: Tape.Node) -> Double? {
    guard node.end - node.start <= 17 else { return nil }
    return tape.bytes.withUnsafeBufferPointer { bytes in
      var place = Int(node.start)
      let isNegative = bytes[place] == UInt8(ascii: "-")
      if isNegative { place += 1 }
      var (digits, scale, hasPoint): (Int64, Int, Bool) = (0, 0, false)
      while place < Int(node.end) {
        let byte = bytes[place]
        place += 1
        if byte == UInt8(ascii: ".") {
          hasPoint = true
          continue
        }
        let digit = byte &- UInt8(ascii: "0")
        if digit > 9 { return nil }
        digits = digits &* 10 &+ Int64(digit)
        if hasPoint { scale += 1 }
      }
      guard digits <= 1 << 53 else { return nil }
      let value = Double(digits) / Self.powersOfTen[scale]
      return isNegative ? -value : value
    }
  }

  private static let powersOfTen: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17,
  ]
}
