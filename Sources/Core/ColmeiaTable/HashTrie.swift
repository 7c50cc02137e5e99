/// A persistent multimap from the hashes of ids to the numbers of chunks: a trie whose leaves are short lists of entries.
///
/// Each level uses four bits of the hash, the lowest first. A leaf that gets too long becomes a node with 16 leaves. After
/// eight levels, all bits are used, and a leaf is as long as it needs to be. Ids aren't stored: a lookup compares those
/// of the rows.
@usableFromInline struct HashTrie: Sendable {
  @usableFromInline struct Entry: Sendable, Equatable {
    @usableFromInline let hash: UInt32
    @usableFromInline var chunk: UInt32
  }

  /// The entries of a leaf. Those of a node are in its children.
  @usableFromInline var entries: [Entry] = []
  /// The 16 children of a node. A leaf has none.
  @usableFromInline var children: [HashTrie] = []

  @usableFromInline init() {}

  static let (leafLimit, levels) = (16, 8 as UInt32)
  @inlinable static var bits: UInt32 { 4 }

  @inlinable static func hash(_ id: some Hashable) -> UInt32 { UInt32(truncatingIfNeeded: id.hashValue) }

  /// Returns the index of the child of a node, given the bits of the hash that its parents haven't used.
  @inlinable static func child(_ bits: UInt32) -> Int { Int(bits & 15) }

  /// Returns the first result of `match` for the chunks that may contain a row with this hash.
  @inlinable func first<Found>(_ hash: UInt32, _ match: (Int) -> Found?) -> Found? {
    var (node, rest) = (self, hash)
    while !node.children.isEmpty {
      node = node.children[Self.child(rest)]
      rest >>= Self.bits
    }
    for entry in node.entries where entry.hash == hash {
      if let found = match(Int(entry.chunk)) { return found }
    }
    return nil
  }

  @usableFromInline mutating func insert(_ hash: UInt32, chunk: Int) {
    changeLeaf(of: hash) { $0.append(Entry(hash: hash, chunk: UInt32(chunk))) }
  }

  /// Gives one of the entries with this hash and chunk another chunk, or removes the entry.
  @usableFromInline mutating func change(_ hash: UInt32, chunk: Int, to other: Int?) {
    changeLeaf(of: hash) { entries in
      guard let index = entries.firstIndex(of: Entry(hash: hash, chunk: UInt32(chunk))) else { return }
      if let other { entries[index].chunk = UInt32(other) } else { entries.remove(at: index) }
    }
  }

  private mutating func changeLeaf(of hash: UInt32, depth: UInt32 = 0, _ change: (inout [Entry]) -> Void) {
    let bits = depth * Self.bits
    guard children.isEmpty else {
      let index = Self.child(hash >> bits)
      children[index].changeLeaf(of: hash, depth: depth + 1, change)
      if children[index].isEmpty, children.allSatisfy(\.isEmpty) { children = [] }
      return
    }
    change(&entries)
    guard entries.count > Self.leafLimit, depth < Self.levels else { return }
    children = Array(repeating: HashTrie(), count: 16)
    for entry in entries { children[Self.child(entry.hash >> bits)].entries.append(entry) }
    entries = []
  }

  private var isEmpty: Bool { entries.isEmpty && children.isEmpty }
}
