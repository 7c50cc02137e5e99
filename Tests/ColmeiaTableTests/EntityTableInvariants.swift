@testable import ColmeiaTable

extension EntityTable {
  /// What is wrong with the structure, for tests: empty when all is well.
  func violations() -> [String] {
    var found: [String] = []
    let slots = rows.check(&found)
    if rows.isSparse { found.append("\(rows.end - rows.count) holes beside \(rows.count) rows") }
    var indexed: [Int: UInt32] = [:]
    for (slot, hash) in index.check(&found) {
      if indexed.updateValue(hash, forKey: slot) != nil { found.append("slot \(slot) is indexed twice") }
    }
    if Set(indexed.keys) != Set(slots) { found.append("the index and the rows differ in their slots") }
    for (position, slot) in slots.enumerated() {
      let id = rows.peek(slot).pointee.id
      if indexed[slot] != HashTrie.hash(id) { found.append("slot \(slot) is indexed under another hash") }
      if self.slot(of: id) != slot { found.append("the id \(id) does not lead to slot \(slot)") }
      if rows.slot(at: position) != slot { found.append("position \(position) is not slot \(slot)") }
      if rows.position(of: slot) != position { found.append("slot \(slot) is not at position \(position)") }
    }
    return found
  }
}

extension PersistentVector {
  /// The slots of all elements in order.
  func check(_ found: inout [String]) -> [Int] {
    var slots: [Int] = []
    check(root, height, 0, &slots, &found)
    if slots.count != count { found.append("\(count) counted, \(slots.count) there") }
    if end > Self.span(height) { found.append("slots beyond the root") }
    return slots
  }

  func check(_ node: AnyObject, _ height: Int, _ start: Int, _ slots: inout [Int], _ found: inout [String]) {
    let ended = Swift.min(Swift.max(end - start, 0), Self.span(height))
    guard height > 0 else {
      let mask = unsafeDowncast(node, to: Leaf.self).mask
      if mask >> UInt32(ended) != 0 { found.append("an element beyond the end in the leaf at \(start)") }
      return slots += SetBits(mask).map { start + $0 }
    }
    let inner = unsafeDowncast(node, to: Inner.self)
    let width = Self.span(height - 1)
    if inner.count != (ended + width - 1) / width { found.append("\(inner.count) children at \(start)") }
    for index in 0..<inner.count {
      let before = slots.count
      let child = inner.pointer(index).pointee
      check(child.node, height - 1, start + index * width, &slots, &found)
      if slots.count - before != child.live { found.append("child \(index) at \(start): \(child.live)") }
    }
  }
}

extension HashTrie {
  /// All slots with their hashes.
  func check(_ found: inout [String]) -> [(slot: Int, hash: UInt32)] {
    var entries: [(slot: Int, hash: UInt32)] = []
    check(root, path: 0, shift: 0, &entries, &found)
    return entries
  }

  func check(
    _ node: TrieNode, path: UInt32, shift: UInt32, _ entries: inout [(slot: Int, hash: UInt32)],
    _ found: inout [String]
  ) {
    let (bitmap, count) = (node.taken.bitmap, node.taken.count)
    let isList = shift >= Self.hashBits
    if bitmap.nonzeroBitCount != (isList ? 0 : count) { found.append("\(count) entries in \(bitmap)") }
    var chunks = SetBits(bitmap)
    for index in 0..<count {
      let path = isList ? path : path | UInt32(chunks.next() ?? 0) << shift
      switch node.pointer(index).pointee {
      case .row(let hash, let slot):
        let known: UInt32 = shift + Self.bitsPerLevel >= 32 ? .max : 1 << (shift + Self.bitsPerLevel) - 1
        if hash & known != path { found.append("hash \(hash) under the path \(path)") }
        if count == 1, shift > 0 { found.append("a node for the single slot \(slot)") }
        entries.append((Int(slot), hash))
      case .node(let child):
        check(child, path: path, shift: shift + Self.bitsPerLevel, &entries, &found)
      }
    }
  }
}
