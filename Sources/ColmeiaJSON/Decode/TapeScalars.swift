extension TapeDocument {
  /// A value of a type that JSON has itself; `nil` when the type is another one.
  @inline(__always) func scalar<Value: Decodable>(_ type: Value.Type, _ node: Int32) throws -> Value? {
    if type == String.self { return try string(node) as? Value }
    if type == Int.self { return try integer(Int.self, node) as? Value }
    if type == Bool.self { return try bool(node) as? Value }
    if type == Double.self { return try double(node) as? Value }
    return nil
  }

  func isNull(_ node: Int32) -> Bool { tape.nodes[Int(node)].kind == .null }

  func string(_ node: Int32) throws(TapeFailure) -> String {
    let found = tape.nodes[Int(node)]
    guard found.kind == .string || found.kind == .escapedString else { throw mismatch("a string", node) }
    return tape.string(found)
  }

  func bool(_ node: Int32) throws(TapeFailure) -> Bool {
    switch tape.nodes[Int(node)].kind {
    case .yes: return true
    case .no: return false
    default: throw mismatch("true or false", node)
    }
  }

  func integer<Integer: FixedWidthInteger>(_ type: Integer.Type, _ node: Int32) throws(TapeFailure) -> Integer {
    let found = tape.nodes[Int(node)]
    guard found.kind == .number else { throw mismatch("a number", node) }
    if let value = short(found), let integer = Integer(exactly: value) { return integer }
    if let integer = tape.number(found).integer(type) { return integer }
    throw TapeFailure(
      reason: .mismatch(expected: "an integer from \(Integer.min) to \(Integer.max)", found: tape.number(found).text),
      node: node)
  }

  /// An integer of up to 18 digits, without making a string of it.
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

  func double(_ node: Int32) throws(TapeFailure) -> Double {
    let found = tape.nodes[Int(node)]
    guard found.kind == .number else { throw mismatch("a number", node) }
    if let value = exact(found) { return value }
    let value = tape.number(found).double
    guard value.isFinite else {
      throw TapeFailure(
        reason: .mismatch(expected: "a number that a Double can hold", found: tape.number(found).text), node: node)
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
        if byte == UInt8(ascii: "."), !hasPoint {
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

  func mismatch(_ expected: String, _ node: Int32) -> TapeFailure {
    let found =
      switch tape.nodes[Int(node)].kind {
      case .null: "null"
      case .yes, .no: "true or false"
      case .number: "a number"
      case .string, .escapedString: "a string"
      case .array: "an array"
      case .object: "an object"
      }
    return TapeFailure(reason: .mismatch(expected: expected, found: found), node: node)
  }
}
