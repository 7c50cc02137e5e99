extension JSONPrinter {
  /// A partially printed container.
  private struct Open {
    var elements: [JSON] = []
    var members: [(key: String, value: JSON)] = []
    var isObject = false
    var position = 0
  }

  // What an array contains, in the same layout, but noncopyable: copying a value would retain what it contains.
  private struct LentValue: ~Copyable { let value: JSON }
  private struct LentMember: ~Copyable {
    let key: String
    let value: LentValue
  }

  /// Prints a value. The method is iterative, so that nesting uses no stack.
  mutating func print(_ value: JSON, sortsKeys: Bool) {
    var open = [Open(elements: [value])]
    while let last = open.indices.last {
      let isObject = open[last].isObject
      switch isObject ? printMembers(of: &open[last]) : printElements(of: &open[last], isTop: last == 0) {
      case .array(let elements):
        open.append(Open(elements: elements))
        self.open(UInt8(ascii: "["))
      case .object(let object):
        open.append(Open(members: sortsKeys ? object.sorted : object.members, isObject: true))
        self.open(UInt8(ascii: "{"))
      default:
        if last > 0 { close(isObject ? UInt8(ascii: "}") : UInt8(ascii: "]"), isEmpty: open[last].position == 0) }
        open.removeLast()
      }
    }
  }

  /// Prints elements until one is a container, and returns that one.
  private mutating func printElements(of array: inout Open, isTop: Bool) -> JSON? {
    let elements = array.elements
    return elements.withUnsafeBufferPointer { elements in
      guard let start = UnsafeRawPointer(elements.baseAddress) else { return nil }
      let lent = start.assumingMemoryBound(to: LentValue.self)
      while array.position < elements.count {
        if !isTop { separate(isFirst: array.position == 0) }
        array.position += 1
        if !printScalar(lent[array.position - 1]) { return elements[array.position - 1] }
      }
      return nil
    }
  }

  /// Prints members until the value of one is a container, and returns that value.
  private mutating func printMembers(of object: inout Open) -> JSON? {
    let members = object.members
    return members.withUnsafeBufferPointer { members in
      guard let start = UnsafeRawPointer(members.baseAddress) else { return nil }
      let lent = start.assumingMemoryBound(to: LentMember.self)
      while object.position < members.count {
        separate(isFirst: object.position == 0)
        printKey(lent[object.position])
        object.position += 1
        if !printScalar(lent[object.position - 1].value) { return members[object.position - 1].value }
      }
      return nil
    }
  }

  /// Prints a value unless it is a container. Not inlined, so that the value stays borrowed.
  @inline(never) private mutating func printScalar(_ item: borrowing LentValue) -> Bool {
    switch item.value {
    case .string(let text): bytes.append(quoting: text)
    case .number(let number): bytes.append(number.text)
    case .bool(let value): bytes.append(value ? "true" : "false")
    case .null: bytes.append("null")
    case .array, .object: return false
    }
    return true
  }

  @inline(never) private mutating func printKey(_ member: borrowing LentMember) {
    bytes.append(quoting: member.key)
    separateKey()
  }
}
