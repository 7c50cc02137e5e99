extension Tape {
  /// Returns the node at a path, or `nil` if there is none.
  func node(at path: JSONPath) -> Int32? {
    var index: Int32 = 0
    for step in path.steps {
      let child =
        switch step {
        case .key(let key): member(key, of: index)
        case .index(let number): element(number, of: index)
        }
      guard let child else { return nil }
      index = child
    }
    return index
  }

  /// Returns the value of a key of an object node.
  func member(_ key: String, of index: Int32) -> Int32? {
    let node = self[index]
    guard node.kind == .object else { return nil }
    var child = index + 1
    while child < node.next {
      if isKey(child, key) { return child + 1 }
      child = self[child + 1].next
    }
    return nil
  }

  /// Returns an element of an array node. A negative index counts from the end.
  func element(_ number: Int, of index: Int32) -> Int32? {
    let node = self[index]
    let position = number < 0 ? Int(node.count) + number : number
    guard node.kind == .array, (0..<Int(node.count)).contains(position) else { return nil }
    var child = index + 1
    for _ in 0..<position { child = self[child].next }
    return child
  }
}
