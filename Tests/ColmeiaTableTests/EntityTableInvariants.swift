@testable import ColmeiaTable

extension EntityTable {
  /// Returns the broken invariants of the structure, for tests. The result is empty if there are none.
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
  /// Checks the tree, and returns the slots of all elements in order.
  func check(_ found: inout [String]) -> [Int] {
    var slots: [Int] = []
    check(root, height, 0, &slots, &found)
    if slots.count != count { found.append("\(count) counted, \(slots.count) there") }
    if end > Slots.span(height) { found.append("slots beyond the root") }
    guard !order.isNumerical else { return slots }
    let leaves = order.check(&found).flatMap { run -> [LeafOrder.Entry] in
      if run.leaves == 1 { return [run] }
      if run.live != elements(inLeaves: run.numbers) { found.append("\(run.live) rows in the leaves \(run.numbers)") }
      return run.numbers.map { LeafOrder.Entry(run: $0..<$0 + 1, live: elements(inLeaves: $0..<$0 + 1)) }
    }
    let numbers = (0..<(end + Slots.leafWidth - 1) / Slots.leafWidth)
    if leaves.map(\.leaf).sorted() != Array(numbers) { found.append("the order has other leaves") }
    return leaves.flatMap { entry -> [Int] in
      let start = entry.leaf * Slots.leafWidth
      let places = withLeaf(of: start) { $0.places }
      if entry.live != places.count { found.append("\(entry.live) rows in leaf \(entry.leaf)") }
      if entry.label != label(ofLeafAt: start) { found.append("leaf \(entry.leaf) has another label") }
      return places.map { start + $0 }
    }
  }

  func check(_ node: AnyObject, _ height: Int, _ start: Int, _ slots: inout [Int], _ found: inout [String]) {
    let ended = Swift.min(Swift.max(end - start, 0), Slots.span(height))
    guard height > 0 else {
      let places = unsafeDowncast(node, to: Leaf.self).places
      if places.contains(where: { $0 >= ended }) { found.append("an element beyond the end at \(start)") }
      if Set(places).count != places.count || Array(places).count != places.count {
        found.append("the leaf at \(start) has \(places)")
      }
      return slots += places.map { start + $0 }
    }
    let inner = unsafeDowncast(node, to: Inner.self)
    let width = Slots.span(height - 1)
    if inner.count != (ended + width - 1) / width { found.append("\(inner.count) children at \(start)") }
    for index in 0..<inner.count {
      let before = slots.count
      let child = inner.pointer(index).pointee
      check(child.node, height - 1, start + index * width, &slots, &found)
      if slots.count - before != child.live { found.append("child \(index) at \(start): \(child.live)") }
    }
  }
}

extension LeafOrder {
  /// Checks the order, and returns all leaves in order.
  func check(_ found: inout [String]) -> [Entry] {
    var depths: Set<Int> = []
    func leaves(_ entries: [Entry], _ depth: Int) -> [Entry] {
      if entries.count > Self.width { found.append("\(entries.count) entries in a node") }
      return entries.flatMap { entry -> [Entry] in
        guard !entry.below.isEmpty else {
          depths.insert(depth)
          return [entry]
        }
        let below = leaves(entry.below, depth + 1)
        if entry.label != below[0].label { found.append("a node has not the label of its first leaf") }
        if entry.live != below.reduce(0, { $0 + $1.live }) { found.append("a node has not the rows below it") }
        return below
      }
    }
    let all = leaves(entries, 0)
    if depths.count > 1 { found.append("the leaves are not at one depth") }
    if zip(all, all.dropFirst()).contains(where: { $0.lastLabel >= $1.label }) { found.append("labels do not grow") }
    return all
  }
}

extension HashTrie {
  /// Checks the trie, and returns all slots with their hashes.
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
