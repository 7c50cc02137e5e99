/// What a node of a ``HashTrie`` holds at one place.
@usableFromInline enum TrieEntry {
  case row(hash: UInt32, slot: UInt32)
  case node(TrieNode)
}

/// Which of the 32 places of a node are taken. A collision node has no bitmap, only a count.
@usableFromInline struct TrieHeader {
  @usableFromInline var bitmap: UInt32
  @usableFromInline var count: Int
}

/// One node of a ``HashTrie``: the entries of the taken places, without gaps, in the order of the
/// bits.
@usableFromInline final class TrieNode: ManagedBuffer<TrieHeader, TrieEntry> {
  deinit {
    pointer(0).deinitialize(count: taken.count)
  }

  static func make(capacity: Int) -> TrieNode {
    let node = create(minimumCapacity: capacity) { _ in TrieHeader(bitmap: 0, count: 0) }
    // `create` is documented to return an instance of the class it is called on.
    return unsafeDowncast(node, to: TrieNode.self)
  }

  /// The header, read past the property, whose accesses are checked for exclusivity at run time; here the
  /// trie's own exclusive access covers its nodes.
  @inlinable var taken: TrieHeader {
    get { withUnsafeMutablePointerToHeader { $0.pointee } }
    set { withUnsafeMutablePointerToHeader { $0.pointee = newValue } }
  }

  @inlinable func pointer(_ index: Int) -> UnsafeMutablePointer<TrieEntry> {
    withUnsafeMutablePointerToElements { $0 + index }
  }

  /// The bit of a hash at this level, and where its entry is or belongs.
  @inlinable func place(of hash: UInt32, _ shift: UInt32) -> (bit: UInt32, index: Int) {
    let chunk = (hash &>> shift) & 31
    let bit: UInt32 = 1 &<< chunk
    let bitmap = taken.bitmap
    // Counting bits takes a dozen instructions on a plain x86-64, and the upper nodes are mostly full.
    return (bit, bitmap == .max ? Int(chunk) : (bitmap & (bit &- 1)).nonzeroBitCount)
  }

  @inlinable func entry(for hash: UInt32, _ shift: UInt32) -> TrieEntry? {
    let (bit, index) = place(of: hash, shift)
    return taken.bitmap & bit == 0 ? nil : pointer(index).pointee
  }

  /// Where a collision node lists a slot, and the slot.
  @inlinable func listed(where matches: (Int) -> Bool) -> (index: Int, slot: Int)? {
    for index in 0..<taken.count {
      if case .row(_, let slot) = pointer(index).pointee, matches(Int(slot)) { return (index, Int(slot)) }
    }
    return nil
  }

  /// A node with the same entries and room for more.
  func copied(capacity: Int) -> TrieNode {
    let copy = TrieNode.make(capacity: capacity)
    copy.pointer(0).initialize(from: pointer(0), count: taken.count)
    copy.taken = taken
    return copy
  }

  static func makeUnique(_ node: inout TrieNode) {
    if !isKnownUniquelyReferenced(&node) { node = node.copied(capacity: node.taken.count) }
  }

  /// Puts an entry at `index`, where the later ones make room for it.
  static func open(_ node: inout TrieNode, at index: Int, bit: UInt32, _ entry: TrieEntry) {
    let count = node.taken.count
    if !isKnownUniquelyReferenced(&node) || node.capacity == count {
      node = node.copied(capacity: count + Swift.max(2, count / 2))
    }
    let place = node.pointer(index)
    (place + 1).moveInitialize(from: place, count: count - index)
    place.initialize(to: entry)
    node.taken = TrieHeader(bitmap: node.taken.bitmap | bit, count: count + 1)
  }

  /// Takes the entry at `index` away.
  static func close(_ node: inout TrieNode, at index: Int, bit: UInt32) {
    makeUnique(&node)
    let place = node.pointer(index)
    place.deinitialize(count: 1)
    place.moveInitialize(from: place + 1, count: node.taken.count - index - 1)
    node.taken = TrieHeader(bitmap: node.taken.bitmap & ~bit, count: node.taken.count - 1)
  }
}
