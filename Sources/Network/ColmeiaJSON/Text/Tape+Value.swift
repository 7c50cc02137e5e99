extension Tape {
  /// Returns the value at a node. The method is iterative, so that nesting uses no stack.
  ///
  /// - Complexity: O(length).
  func value(_ top: Int32) -> JSON {
    var open: [Branch] = []
    var index = top
    while true {
      if let last = open.indices.last, open[last].isObject {
        open[last].key = string(index)
        index += 1
      }
      let node = self[index]
      if node.count > 0 {
        open.append(Branch(node))
        index += 1
        continue
      }
      var value = scalar(index)
      index += 1
      while let last = open.indices.last {
        open[last].append(value)
        if index < open[last].end { break }
        value = open.removeLast().value
      }
      if open.isEmpty { return value }
    }
  }

  /// Returns the value of a scalar or an empty container.
  private func scalar(_ index: Int32) -> JSON {
    switch self[index].kind {
    case .null: .null
    case .yes: .bool(true)
    case .no: .bool(false)
    case .number: .number(number(index))
    case .string, .escapedString: .string(string(index))
    case .array: .array([])
    case .object: .object(JSONObject())
    }
  }

  /// An array or object that is being built.
  private struct Branch {
    let isObject: Bool
    /// The first node after the container.
    let end: Int32
    var key = ""
    var elements: [JSON] = []
    var members: [(key: String, value: JSON)] = []

    init(_ node: Node) {
      isObject = node.kind == .object
      end = node.next
      if isObject {
        members.reserveCapacity(Int(node.count))
      } else {
        elements.reserveCapacity(Int(node.count))
      }
    }

    mutating func append(_ value: JSON) {
      if isObject { members.append((key, value)) } else { elements.append(value) }
    }

    var value: JSON { isObject ? .object(JSONObject(unique: members)) : .array(elements) }
  }
}
