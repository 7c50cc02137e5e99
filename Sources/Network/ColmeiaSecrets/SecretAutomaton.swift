/// An automaton that searches for many byte strings at once, ignoring the case of ASCII letters (Aho and Corasick,
/// 1975).
struct SecretAutomaton: Sendable {
  /// A byte string to search for.
  struct Pattern: Sendable {
    var bytes: [UInt8]
    /// The bytes that follow those in the whole pattern, which are masked as far as they follow, too.
    var tail: [UInt8] = []
    var replacement: Int
    /// Whether the bytes are Base64. If so, the adjacent digits also contain some bits of the secret.
    var isBase64: Bool
  }

  /// An occurrence of a pattern.
  struct Match: Sendable {
    var range: Range<Int>
    var pattern: Int
  }

  let patterns: [Pattern]
  /// The edges by node and byte: an open-addressing hash table.
  private var keys: [UInt32] = []
  private var targets: [Int32] = []
  private var mask = 0
  private var roots = [Int32](repeating: 0, count: 256)
  /// For each node, the node of its longest proper suffix, and the longest pattern that ends there, or -1.
  private var links: [Int32] = [0]
  private var ends: [Int32] = [-1]
  /// The further patterns with the same bytes as a pattern, whose tails differ.
  private var twins: [Int32: [Int32]] = [:]

  /// - Complexity: O(bytes of the patterns).
  init(_ patterns: [Pattern]) {
    self.patterns = patterns
    let bytes = patterns.reduce(1) { $0 + $1.bytes.count }
    var size = 16
    while size < bytes * 2 { size *= 2 }
    keys = Array(repeating: .max, count: size)
    targets = Array(repeating: 0, count: size)
    mask = size - 1
    link(insertAll())
  }

  /// Returns the byte in lower case if it is an ASCII letter.
  @inline(__always) static func folded(_ byte: UInt8) -> UInt8 { byte &- 65 < 26 ? byte | 0x20 : byte }

  /// Creates the nodes. Returns each node's parent, byte and depth.
  private mutating func insertAll() -> [(parent: Int32, byte: UInt8, depth: Int32)] {
    var nodes: [(parent: Int32, byte: UInt8, depth: Int32)] = [(0, 0, 0)]
    for (index, pattern) in patterns.enumerated() {
      var node: Int32 = 0
      for byte in pattern.bytes {
        let byte = Self.folded(byte)
        if let next = edge(node, byte) {
          node = next
          continue
        }
        let next = Int32(nodes.count)
        nodes.append((node, byte, nodes[Int(node)].depth + 1))
        links.append(0)
        ends.append(-1)
        insert(node, byte, next)
        node = next
      }
      let end = ends[Int(node)]
      if end < 0 {
        ends[Int(node)] = Int32(index)
      } else if !pattern.tail.isEmpty {
        twins[end, default: []].append(Int32(index))
      }
    }
    return nodes
  }

  /// Sets the suffix links, in order of increasing depth.
  private mutating func link(_ nodes: [(parent: Int32, byte: UInt8, depth: Int32)]) {
    let depth = Int(nodes.map(\.depth).max() ?? 0)
    var levels = Array(repeating: [Int32](), count: depth + 1)
    for (node, entry) in nodes.enumerated() { levels[Int(entry.depth)].append(Int32(node)) }
    for level in levels.dropFirst() {
      for node in level {
        let (parent, byte, depth) = nodes[Int(node)]
        if depth > 1 { links[Int(node)] = step(links[Int(parent)], byte) }
        if ends[Int(node)] < 0 { ends[Int(node)] = ends[Int(links[Int(node)])] }
      }
    }
  }

  @inline(__always) private func slot(_ key: UInt32) -> Int { Int((key &* 0x9E37_79B1) >> 7) & mask }

  private func edge(_ node: Int32, _ byte: UInt8) -> Int32? {
    if node == 0 {
      let next = roots[Int(byte)]
      return next == 0 ? nil : next
    }
    let key = UInt32(bitPattern: node) << 8 | UInt32(byte)
    var position = slot(key)
    while keys[position] != .max {
      if keys[position] == key { return targets[position] }
      position = (position + 1) & mask
    }
    return nil
  }

  private mutating func insert(_ node: Int32, _ byte: UInt8, _ next: Int32) {
    if node == 0 {
      roots[Int(byte)] = next
      return
    }
    let key = UInt32(bitPattern: node) << 8 | UInt32(byte)
    var position = slot(key)
    while keys[position] != .max { position = (position + 1) & mask }
    keys[position] = key
    targets[position] = next
  }

  private static func endsSecret(_ byte: UInt8) -> Bool { byte <= 32 || ends.contains(byte) }

  private static let ends = Array("\"'<>&()[]{},;".utf8)

  private func step(_ node: Int32, _ byte: UInt8) -> Int32 {
    var node = node
    while true {
      if let next = edge(node, byte) { return next }
      if node == 0 { return 0 }
      node = links[Int(node)]
    }
  }

  /// Calls `found` for each position at which a pattern ends, with the longest such pattern, in order.
  ///
  /// - Complexity: O(bytes), if the patterns with equal bytes are few.
  func search(_ bytes: UnsafeBufferPointer<UInt8>, _ found: (Match) -> Void) {
    var node: Int32 = 0
    // The position up to which the remainder of a truncated pattern has already been scanned.
    var skipped = 0
    for position in bytes.indices {
      let byte = Self.folded(bytes[position])
      node = node == 0 ? roots[Int(byte)] : step(node, byte)
      if node == 0 { continue }
      let end = ends[Int(node)]
      if end < 0 { continue }
      let pattern = patterns[Int(end)]
      let start = position + 1 - pattern.bytes.count
      var match = Match(
        range: start..<self.end(of: pattern.tail, from: position + 1, skipped, bytes), pattern: Int(end))
      if !twins.isEmpty, let twins = twins[end] {
        for index in twins {
          let stop = self.end(of: patterns[Int(index)].tail, from: position + 1, skipped, bytes)
          if stop > match.range.upperBound { match = Match(range: start..<stop, pattern: Int(index)) }
        }
      }
      skipped = max(skipped, match.range.upperBound)
      found(match)
    }
  }

  /// Returns the end of the remainder of a truncated pattern: of the bytes that are equal, and of those that could
  /// belong to another form of the secret, up to its full length.
  @inline(__always) private func end(
    of tail: [UInt8], from start: Int, _ skipped: Int, _ bytes: UnsafeBufferPointer<UInt8>
  ) -> Int {
    let limit = min(bytes.count, start + tail.count)
    var stop = max(start, min(skipped, limit))
    while stop < limit, Self.folded(bytes[stop]) == Self.folded(tail[stop - start]) { stop += 1 }
    while stop < limit, !Self.endsSecret(bytes[stop]) { stop += 1 }
    return stop
  }
}
