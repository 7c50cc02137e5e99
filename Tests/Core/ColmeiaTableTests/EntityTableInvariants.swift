@testable import ColmeiaTable

extension EntityTable {
  /// Returns the broken invariants of the structure, for tests. The result is empty if there are none.
  func violations() -> [String] {
    var found: [String] = []
    let entries = trie.check(&found).map { [Int($0.hash), Int($0.chunk)] }
    var indexed = Dictionary(grouping: entries) { $0 }
    var numbers: Set<Int> = []
    var position = 0
    for (group, rows) in groups.enumerated() {
      if rows.count != rows.chunks.reduce(0, { $0 + $1.rows.count }) {
        found.append("group \(group): \(rows.count) rows")
      }
      if !(1...RowGroup<Row>.limit).contains(rows.chunks.count) { found.append("\(rows.chunks.count) chunks") }
      for (index, chunk) in rows.chunks.enumerated() {
        if chunkLocations[chunk.number] != (group, index) { found.append("chunk \(chunk.number) is at another location") }
        if !numbers.insert(chunk.number).inserted { found.append("two chunks have the number \(chunk.number)") }
        if !(1...RowChunk<Row>.limit).contains(chunk.rows.count) { found.append("\(chunk.rows.count) rows in a chunk") }
        if chunk.hashes.elementsEqual(chunk.rows.map { HashTrie.hash($0.id) }) == false { found.append("other hashes") }
        for (row, hash) in zip(chunk.rows, chunk.hashes) {
          let entry = [Int(hash), chunk.number]
          if indexed[entry]?.popLast() == nil { found.append("the row \(row.id) isn't in the trie") }
          if self[position].id != row.id { found.append("position \(position) isn't the row \(row.id)") }
          if self.position(of: row.id) != position { found.append("the row \(row.id) isn't at \(position)") }
          position += 1
        }
      }
    }
    if position != count { found.append("\(count) rows counted, \(position) there") }
    if !indexed.values.allSatisfy(\.isEmpty) { found.append("entries without a row") }
    let isComplete = numbers.count + freeNumbers.count == chunkLocations.count
    if !isComplete || numbers.union(freeNumbers) != Set(chunkLocations.indices) {
      found.append("the numbers of the chunks and the free ones aren't all")
    }
    return found
  }
}

extension HashTrie {
  /// Checks the trie, and returns all entries.
  func check(_ found: inout [String], depth: UInt32 = 0) -> [Entry] {
    guard !children.isEmpty else {
      // A list that was distributed may have got into one child.
      if depth < Self.levels, entries.count > Self.leafLimit + Int(depth) {
        found.append("a leaf has \(entries.count) entries")
      }
      return entries
    }
    if children.count != 16 || !entries.isEmpty { found.append("a node is a leaf, too") }
    let below = children.enumerated().flatMap { index, child -> [Entry] in
      let entries = child.check(&found, depth: depth + 1)
      if entries.contains(where: { Self.child($0.hash >> (depth * Self.bits)) != index }) {
        found.append("wrong child")
      }
      return entries
    }
    if below.isEmpty { found.append("a node without entries") }
    return below
  }
}
