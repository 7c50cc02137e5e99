extension JSONPrinter {
  /// A partially printed container.
  private struct Open {
    var elements: [JSON] = []
    var members: [(key: String, value: JSON)] = []
    var isObject = false
    var place = 0

    var count: Int { isObject ? members.count : elements.count }
  }

  /// Prints a value. The method is iterative, so that nesting uses no stack, and a single loop, so that values aren't
  /// copied.
  mutating func print(_ value: JSON, sortsKeys: Bool) {
    var inner = Open(elements: [value])
    var outer: [Open] = []
    while true {
      while inner.place < inner.count {
        if !outer.isEmpty { separate(isFirst: inner.place == 0) }
        if inner.isObject { printKey(inner.members[inner.place].key) }
        inner.place += 1
        switch inner.isObject ? inner.members[inner.place - 1].value : inner.elements[inner.place - 1] {
        case .string(let text): bytes.append(quoting: text)
        case .number(let number): bytes.append(number.text)
        case .bool(let value): bytes.append(value ? "true" : "false")
        case .null: bytes.append("null")
        case .array(let elements):
          outer.append(inner)
          inner = Open(elements: elements)
          open(UInt8(ascii: "["))
        case .object(let object):
          outer.append(inner)
          inner = Open(members: sortsKeys ? object.sorted : object.members, isObject: true)
          open(UInt8(ascii: "{"))
        }
      }
      guard let next = outer.popLast() else { return }
      close(inner.isObject ? UInt8(ascii: "}") : UInt8(ascii: "]"), isEmpty: inner.place == 0)
      inner = next
    }
  }

  @inline(__always) private mutating func printKey(_ key: String) {
    bytes.append(quoting: key)
    separateKey()
  }
}
