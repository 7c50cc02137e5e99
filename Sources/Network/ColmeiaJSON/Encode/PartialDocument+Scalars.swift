extension PartialDocument {
  func write(_ value: String, _ node: Int32) { scalar(node) { $0.append(quoting: value) } }
  func write(_ value: Bool, _ node: Int32) { scalar(node) { $0.append(value ? "true" : "false") } }
  func putNull(_ node: Int32) { scalar(node) { $0.append("null") } }

  func write(_ value: some FixedWidthInteger, _ node: Int32) {
    scalar(node) { text in
      if let small = Int64(exactly: value) { text.append(small) } else { text.append(String(value)) }
    }
  }

  /// Encodes a floating-point number as the shortest text that parses as the same value.
  func write(_ value: some BinaryFloatingPoint & LosslessStringConvertible, _ node: Int32) throws {
    guard value.isFinite else {
      throw failure(.unencodable("\(value) cannot be represented in JSON; encode nil or a string"), value, node)
    }
    scalar(node) { text in
      var digits = value.description
      digits.withUTF8 { digits in
        let isWhole = digits.suffix(2).elementsEqual(".0".utf8)
        text.append(UnsafeBufferPointer(rebasing: digits.dropLast(isWhole ? 2 : 0)))
      }
    }
  }

  func write(_ value: JSON, at node: Int32) {
    var pending = [(value, node)]
    while let (value, node) = pending.popLast() {
      switch value {
      case .array(let elements):
        open(.array, at: node)
        for element in elements { pending.append((element, child(of: node))) }
      case .object(let object):
        open(.object, at: node)
        for member in object { pending.append((member.value, child(of: node, member.key))) }
      case .null: putNull(node)
      case .bool(let value): write(value, node)
      case .number(let number): scalar(node) { $0.append(number.text) }
      case .string(let text): write(text, node)
      }
    }
  }
}
