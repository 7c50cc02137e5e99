extension PartialDocument {
  func put(_ value: String, _ node: Int32) { scalar(node) { JSONPrinter.append(value, to: &$0) } }
  func put(_ value: Bool, _ node: Int32) { scalar(node) { $0.append(contentsOf: (value ? "true" : "false").utf8) } }
  func putNull(_ node: Int32) { scalar(node) { $0.append(contentsOf: "null".utf8) } }

  func put(_ value: some FixedWidthInteger, _ node: Int32) {
    scalar(node) { text in
      guard let small = Int64(exactly: value), small > Int64.min else {
        text.append(contentsOf: String(value).utf8)
        return
      }
      let start = text.count
      var rest = small.magnitude
      repeat {
        text.append(UInt8(ascii: "0") + UInt8(rest % 10))
        rest /= 10
      } while rest > 0
      if small < 0 { text.append(UInt8(ascii: "-")) }
      text[start...].reverse()
    }
  }

  /// The shortest text that reads back as the same value.
  func put(_ value: some BinaryFloatingPoint & LosslessStringConvertible, _ node: Int32) throws {
    guard value.isFinite else {
      throw failure(.unencodable("\(value) has no form in JSON; encode nil, or a text"), value, node)
    }
    scalar(node) { text in
      var digits = value.description
      digits.withUTF8 { digits in
        let isWhole = digits.suffix(2).elementsEqual(".0".utf8)
        text.append(contentsOf: isWhole ? digits.dropLast(2) : digits[...])
      }
    }
  }

  func put(_ value: JSON, at node: Int32) {
    var pending = [(value, node)]
    while let (value, node) = pending.popLast() {
      switch value {
      case .array(let elements):
        open(.array, at: node)
        for element in elements { pending.append((element, child(of: node))) }
      case .object(let object):
        open(.object, at: node)
        for member in object { pending.append((member.value, child(of: node, member.key))) }
      case .null, .bool, .number, .string: scalar(node) { $0.append(contentsOf: value.bytes()) }
      }
    }
  }
}
