/// An entry of a ``HashTrie`` node.
@usableFromInline enum TrieEntry {
  case row(hash: UInt32, slot: UInt32)
  case node(TrieNode)
}

/// The occupied places of a node, of which there are 32. A collision node uses only the count.
@usableFromInline struct TrieHeader {
  @usableFromInline var bitmap: UInt32
  @usableFromInline var count: Int
}

/// A node of a ``HashTrie``. It stores the entries of the occupied places, without gaps, in the order of their bits.
@usableFromInline final class TrieNode: ManagedBuffer<TrieHeader, TrieEntry> {
  deinit {
    pointer(0).deinitialize(count: taken.count)
  }

  static func make(capacity: Int) -> TrieNode {
    let node = create(minimumCapacity: capacity) { _ in TrieHeader(bitmap: 0, count: 0) }
    // `create` is documented to return an instance of the class that it is called on.
    return unsafeDowncast(node, to: TrieNode.self)
  }

  /// The header, accessed without the `header` property, whose accesses are checked for exclusivity at run time. The
  /// exclusive access to the trie already covers its nodes.
  @inlinable var taken: TrieHeader {
    get { withUnsafeMutablePointerToHeader { $0.pointee } }
    set { withUnsafeMutablePointerToHeader { $0.pointee = newValue } }
  }

  @inlinable func pointer(_ index: Int) -> UnsafeMutablePointer<TrieEntry> {
    withUnsafeMutablePointerToElements { $0 + index }
  }

  /// Returns the bit of a hash at this level, and the index at which its entry is or should be stored.
  @inlinable func place(of hash: UInt32, _ shift: UInt32) -> (bit: UInt32, index: Int) {
    let chunk = (hash &>> shift) & 31
    let bit: UInt32 = 1 &<< chunk
    let bitmap = taken.bitmap
    // Counting bits takes a dozen instructions on baseline x86-64, and the upper nodes are mostly full.
    return (bit, bitmap == .max ? Int(chunk) : (bitmap & (bit &- 1)).nonzeroBitCount)
  }

  @inlinable func entry(for hash: UInt32, _ shift: UInt32) -> TrieEntry? {
    let (bit, index) = place(of: hash, shift)
    return taken.bitmap & bit == 0 ? nil : pointer(index).pointee
  }

  /// Returns the index and the slot of a matching entry in a collision node.
  @inlinable func listed(where matches: (Int) -> Bool) -> (index: Int, slot: Int)? {
    for index in 0..<taken.count {
      if case .row(_, let slot) = pointer(index).pointee, matches(Int(slot)) { return (index, Int(slot)) }
    }
    return nil
  }

  /// Returns a node with the same entries and a larger capacity.
  func copied(capacity: Int) -> TrieNode {
    let copy = TrieNode.make(capacity: capacity)
    copy.pointer(0).initialize(from: pointer(0), count: taken.count)
    copy.taken = taken
    return copy
  }

  static func makeUnique(_ node: inout TrieNode) {
    if !isKnownUniquelyReferenced(&node) { node = node.copied(capacity: node.taken.count) }
  }

  /// Inserts an entry at `index`, and moves the later entries.
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

  /// Removes the entry at `index`.
  static func close(_ node: inout TrieNode, at index: Int, bit: UInt32) {
    makeUnique(&node)
    let place = node.pointer(index)
    place.deinitialize(count: 1)
    place.moveInitialize(from: place + 1, count: node.taken.count - index - 1)
    node.taken = TrieHeader(bitmap: node.taken.bitmap & ~bit, count: node.taken.count - 1)
  }
}
