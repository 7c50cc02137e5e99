extension JSONPrinter {
  /// Prints a value. Without recursion, so that depth costs no stack.
  mutating func print(_ value: JSON, sortsKeys: Bool) {
    var open: [Open] = []
    var value = value
    while true {
      if let container = Open(value, sortsKeys) {
        self.open(container.opening)
        open.append(container)
      } else {
        printScalar(value)
      }
      while true {
        guard let last = open.indices.last else { return }
        if let next = open[last].next(&self) {
          value = next
          break
        }
        let container = open.removeLast()
        close(container.closing, isEmpty: container.place == 0)
      }
    }
  }

  private mutating func printScalar(_ value: JSON) {
    switch value {
    case .null: bytes.append(contentsOf: "null".utf8)
    case .bool(let value): bytes.append(contentsOf: (value ? "true" : "false").utf8)
    case .number(let number): bytes.append(contentsOf: number.text.utf8)
    case .string(let text): Self.append(text, to: &bytes)
    case .array, .object: break
    }
  }

  /// A container of which a part is printed.
  private struct Open {
    let elements: [JSON]
    let members: [(key: String, value: JSON)]
    let isObject: Bool
    var place = 0

    init?(_ value: JSON, _ sortsKeys: Bool) {
      switch value {
      case .array(let elements): (self.elements, members, isObject) = (elements, [], false)
      case .object(let object):
        (elements, members, isObject) = ([], sortsKeys ? object.sorted : object.members, true)
      case .null, .bool, .number, .string: return nil
      }
    }

    var opening: UInt8 { isObject ? UInt8(ascii: "{") : UInt8(ascii: "[") }
    var closing: UInt8 { isObject ? UInt8(ascii: "}") : UInt8(ascii: "]") }

    /// The next value, once what stands before it is printed; `nil` at the end.
    mutating func next(_ printer: inout JSONPrinter) -> JSON? {
      guard place < (isObject ? members.count : elements.count) else { return nil }
      defer { place += 1 }
      printer.separate(isFirst: place == 0)
      guard isObject else { return elements[place] }
      let member = members[place]
      printer.key { JSONPrinter.append(member.key, to: &$0) }
      return member.value
    }
  }
}
