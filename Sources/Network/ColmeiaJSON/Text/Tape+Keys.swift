extension Tape {
  /// Whether the key node is `key`, compared by Unicode scalars.
  @inline(__always) func isKey(_ index: Int32, _ key: String) -> Bool {
    let node = self[index]
    if node.kind == .escapedString { return string(index).isIdentical(to: key) }
    guard key.utf8.count == Int(node.end - node.start) else { return false }
    let isEqual = key.utf8.withContiguousStorageIfAvailable { key in withText(of: node) { areEqual($0, key) } }
    return isEqual ?? string(index).isIdentical(to: key)
  }

  /// Returns the first key node that repeats an earlier key of the object, or `nil` if there is none.
  ///
  /// - Complexity: O(n log n) in the keys, for any keys.
  func repeatedKey(of container: Int32) -> Int32? {
    let object = self[container]
    if object.count < 2 { return nil }
    if object.count > Self.compared { return repeatedKeyOfMany(container) }
    guard haveCommonMarks(container) else { return nil }
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

  /// The maximum number of keys that are compared pairwise.
  private static let compared = 12

  /// Whether two of the keys could be equal. In most objects, the marks of all keys differ.
  private func haveCommonMarks(_ container: Int32) -> Bool {
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: Self.compared) { marks in
      // A Bloom filter of the marks, so that most are known to be new without a search.
      var (count, key, seen) = (0, container + 1, UInt64(0))
      while key < self[container].next {
        let mark = mark(self[key])
        let bit = UInt64(1) << UInt64(truncatingIfNeeded: (mark &* 0x9E37_79B1) >> 26)
        if self[key].kind == .escapedString || (seen & bit != 0 && marks[..<count].contains(mark)) { return true }
        marks.initializeElement(at: count, to: mark)
        seen |= bit
        (count, key) = (count + 1, self[key + 1].next)
      }
      return false
    }
  }

  /// Returns a mark of a key: its length and its first, middle and last bytes.
  @inline(__always) private func mark(_ key: Node) -> UInt32 {
    withText(of: key) { text in
      if text.isEmpty { return 0 }
      let ends = UInt32(text[0]) << 8 | UInt32(text[text.count - 1])
      return UInt32(truncatingIfNeeded: text.count) << 24 | UInt32(text[text.count / 2]) << 16 | ends
    }
  }

  /// Finds a repeated key by sorting fingerprints, so that only keys with equal fingerprints are compared.
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

  /// Returns the hash of a key's bytes.
  private func fingerprint(_ index: Int32) -> UInt64 {
    withKey(index) { FNV1a.hash($0) }
  }

  private func areEqual(_ left: Int32, _ right: Int32) -> Bool {
    withKey(left) { left in withKey(right) { areEqual(left, $0) } }
  }

  /// Whether both have the same bytes. Eight or four bytes are compared at a time, and some are compared twice.
  @inline(__always) private func areEqual(
    _ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    guard left.count == right.count else { return false }
    let (left, right) = (UnsafeRawBufferPointer(left), UnsafeRawBufferPointer(right))
    if left.count >= 8 { return areEqual(left, right, UInt64.self) }
    if left.count >= 4 { return areEqual(left, right, UInt32.self) }
    return left.elementsEqual(right)
  }

  /// - Parameter word: A type that is not larger than the buffers.
  @inline(__always) private func areEqual<Word: FixedWidthInteger & BitwiseCopyable>(
    _ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer, _ word: Word.Type
  ) -> Bool {
    let last = left.count &- MemoryLayout<Word>.size
    var position = 0
    while position < last {
      if left.loadUnaligned(fromByteOffset: position, as: word)
        != right.loadUnaligned(fromByteOffset: position, as: word)
      {
        return false
      }
      position &+= MemoryLayout<Word>.size
    }
    return left.loadUnaligned(fromByteOffset: last, as: word) == right.loadUnaligned(fromByteOffset: last, as: word)
  }

  private func precedes(_ left: Int32, _ right: Int32) -> Bool {
    withKey(left) { left in withKey(right) { left.lexicographicallyPrecedes($0) } }
  }

  /// Calls `body` with the UTF-8 of a key, unescaped.
  @inline(__always) private func withKey<Result>(
    _ index: Int32, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    let node = self[index]
    if node.kind == .escapedString {
      var text = string(index)
      return text.withUTF8(body)
    }
    return withText(of: node, body)
  }
}
