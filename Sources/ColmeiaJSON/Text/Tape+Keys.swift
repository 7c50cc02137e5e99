extension Tape {
  /// Whether the key node is `key`, scalar for scalar.
  @inline(__always) func isKey(_ index: Int32, _ key: String) -> Bool {
    let node = self[index]
    if node.kind == .escapedString { return string(index).isIdentical(to: key) }
    var key = key
    return key.withUTF8 { key in
      guard key.count == Int(node.end - node.start) else { return false }
      return bytes.withUnsafeBufferPointer { bytes in
        var place = Int(node.start)
        for byte in key {
          if bytes[place] != byte { return false }
          place += 1
        }
        return true
      }
    }
  }

  /// The key node that repeats an earlier one of the object.
  ///
  /// - Complexity: O(n log n) in the keys, whatever they are.
  func repeatedKey(of container: Int32) -> Int32? {
    let object = self[container]
    if object.count < 2 { return nil }
    if object.count > 12 { return repeatedKeyOfMany(container) }
    var later = self[container + 2].next
    while later < object.next {
      var earlier = container + 1
      while earlier < later {
        if areEqual(earlier, later) { return later }
        earlier = self[earlier + 1].next
      }
      later = self[later + 1].next
    }
    return nil
  }

  /// Sorts by a fingerprint, so that only keys of the same one are compared byte by byte.
  private func repeatedKeyOfMany(_ container: Int32) -> Int32? {
    let object = self[container]
    var keys: [(fingerprint: UInt64, key: Int32)] = []
    keys.reserveCapacity(Int(object.count))
    var key = container + 1
    while key < object.next {
      keys.append((fingerprint(key), key))
      key = self[key + 1].next
    }
    keys.sort { left, right in
      if left.fingerprint != right.fingerprint { return left.fingerprint < right.fingerprint }
      return precedes(left.key, right.key) || (!precedes(right.key, left.key) && left.key < right.key)
    }
    var repeated: Int32?
    for (left, right) in zip(keys, keys.dropFirst())
    where left.fingerprint == right.fingerprint && areEqual(left.key, right.key) {
      repeated = min(repeated ?? right.key, right.key)
    }
    return repeated
  }

  /// FNV-1a of a key's bytes.
  private func fingerprint(_ index: Int32) -> UInt64 {
    withText(of: index) { text in
      text.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
  }

  private func areEqual(_ left: Int32, _ right: Int32) -> Bool {
    withText(of: left) { left in withText(of: right) { left.elementsEqual($0) } }
  }

  private func precedes(_ left: Int32, _ right: Int32) -> Bool {
    withText(of: left) { left in withText(of: right) { left.lexicographicallyPrecedes($0) } }
  }

  /// The UTF-8 of a key, without its escapes.
  @inline(__always) private func withText<Result>(
    of index: Int32, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    let node = self[index]
    if node.kind == .escapedString {
      var text = string(index)
      return text.withUTF8(body)
    }
    return bytes.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[Int(node.start)..<Int(node.end)])) }
  }
}
