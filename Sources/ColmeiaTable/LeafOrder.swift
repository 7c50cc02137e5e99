/// The order of a vector's leaves, once rows were inserted between others: a counted search tree.
///
/// A leaf has a *label*, a number that grows in the order of the rows. It is kept in the leaf, so the way
/// from a leaf to its position is a search, and no node need know its parent. A new leaf gets a
/// label between its neighbours'; where there is none left, the labels near it are spread
/// (`spread(around:)`).
///
/// The nodes are arrays: a change copies those on its path that another value has too, and none else.
@usableFromInline struct LeafOrder: Sendable {
  @usableFromInline struct Entry: Sendable {
    /// The label of the first leaf in here.
    @usableFromInline var label: Int
    /// The number of rows in here.
    @usableFromInline var live: Int
    /// The number of the leaf. Means nothing when `below` is not empty.
    @usableFromInline var leaf: Int
    @usableFromInline var below: [Entry]

    @usableFromInline init(label: Int, live: Int, leaf: Int, below: [Entry] = []) {
      self.label = label
      self.live = live
      self.leaf = leaf
      self.below = below
    }
  }

  /// Copying a node retains everything in it: narrow ones cost less where a value is held.
  static let width = 16
  /// The distance of the labels of neighbours in a table without insertions.
  @usableFromInline static let step = 1 << 32

  /// Empty as long as the leaves are in the order of their numbers.
  @usableFromInline var entries: [Entry] = []

  @inlinable init() {}

  @inlinable var isNumerical: Bool { entries.isEmpty }

  /// Whether both are the same tree, not only equal ones.
  @inlinable static func === (left: LeafOrder, right: LeafOrder) -> Bool {
    left.entries.withUnsafeBufferPointer { left in
      right.entries.withUnsafeBufferPointer { right in
        left.isEmpty ? right.isEmpty : left.baseAddress == right.baseAddress
      }
    }
  }

  /// The order of the numbers, for leaves with these numbers of rows.
  @usableFromInline init(live: [Int]) {
    var level = live.indices.map { Entry(label: $0 * Self.step, live: live[$0], leaf: $0) }
    // Two thirds full, so that the first insertions split nothing.
    let full = Self.width * 2 / 3
    while level.count > Self.width {
      level = stride(from: 0, to: level.count, by: full).map {
        Self.parent(of: level[$0..<Swift.min($0 + full, level.count)])
      }
    }
    entries = level
  }

  static func parent(of entries: some Collection<Entry>) -> Entry {
    let below = Array(entries)
    return Entry(label: below[0].label, live: below.reduce(0) { $0 + $1.live }, leaf: 0, below: below)
  }

  /// The entry that leads to a label: the last that begins at or before it.
  static func index(of label: Int, in entries: [Entry]) -> Int {
    var index = 0
    while index + 1 < entries.count, entries[index + 1].label <= label { index += 1 }
    return index
  }

  /// The number of rows before the leaf with this label.
  @usableFromInline func position(of label: Int) -> Int {
    var before = 0
    var entries = entries
    while !entries.isEmpty {
      let index = Self.index(of: label, in: entries)
      for earlier in entries[..<index] { before += earlier.live }
      entries = entries[index].below
    }
    return before
  }

  /// The leaf of the row at a position, and how many rows of the leaf are before it.
  @usableFromInline func find(_ position: Int) -> (leaf: Int, rank: Int) {
    var left = position
    var entries = entries
    while true {
      var index = 0
      while left >= entries[index].live {
        left -= entries[index].live
        index += 1
      }
      if entries[index].below.isEmpty { return (entries[index].leaf, left) }
      entries = entries[index].below
    }
  }

  /// The lowest node with the first leaf whose label is at least this, and where in the node it is.
  @usableFromInline func node(from label: Int) -> (entries: [Entry], index: Int)? {
    Self.node(from: label, in: entries)
  }

  static func node(from label: Int, in entries: [Entry]) -> (entries: [Entry], index: Int)? {
    for index in Self.index(of: label, in: entries)..<entries.count {
      let entry = entries[index]
      if entry.below.isEmpty {
        if entry.label >= label { return (entries, index) }
      } else if let found = node(from: label, in: entry.below) {
        return found
      }
    }
    return nil
  }

  /// The first leaf whose label is at least this.
  @usableFromInline func first(from label: Int) -> Entry? { node(from: label).map { $0.entries[$0.index] } }

  /// The last leaf whose label is less than this.
  @usableFromInline func last(before label: Int) -> Entry? {
    var found: Entry?
    var entries = entries
    while let index = entries.lastIndex(where: { $0.label < label }) {
      found = entries[index]
      entries = entries[index].below
    }
    return found
  }

  /// Adds to the number of rows in the leaf with this label.
  @usableFromInline mutating func add(_ delta: Int, at label: Int) { Self.add(delta, label, &entries) }

  static func add(_ delta: Int, _ label: Int, _ entries: inout [Entry]) {
    let index = index(of: label, in: entries)
    entries[index].live += delta
    if !entries[index].below.isEmpty { add(delta, label, &entries[index].below) }
  }

  /// Adds a leaf that is not there, and has no neighbour with its label.
  @usableFromInline mutating func insert(_ entry: Entry) {
    Self.insert(entry, &entries)
    if entries.count > Self.width { entries = Self.halves(of: entries) }
  }

  static func insert(_ entry: Entry, _ entries: inout [Entry]) {
    let index = index(of: entry.label, in: entries)
    if entries[index].below.isEmpty {
      entries.insert(entry, at: entry.label < entries[index].label ? index : index + 1)
      return
    }
    insert(entry, &entries[index].below)
    entries[index].live += entry.live
    entries[index].label = entries[index].below[0].label
    if entries[index].below.count > width {
      entries.replaceSubrange(index...index, with: halves(of: entries[index].below))
    }
  }

  static func halves(of entries: [Entry]) -> [Entry] {
    [parent(of: entries[..<(entries.count / 2)]), parent(of: entries[(entries.count / 2)...])]
  }

  /// A label between the leaf that has `label` and the one before it, or after it.
  /// Nil when there is none left.
  @usableFromInline func freeLabel(before label: Int) -> Int? {
    guard let previous = last(before: label)?.label else { return label - Self.step }
    return label - previous < 2 ? nil : previous + (label - previous) / 2
  }

  @usableFromInline func freeLabel(after label: Int) -> Int? {
    guard let next = first(from: label + 1)?.label else { return label + Self.step }
    return next - label < 2 ? nil : label + (next - label) / 2
  }

  /// Makes room for labels near this one, and returns the leaves that have got another label.
  ///
  /// The smallest aligned range of labels that holds no more leaves than the root of its width gets them
  /// at equal distances. To fill it again takes about as many insertions as it holds leaves, so
  /// each insertion pays for O(log *n*) labels (Bender et al., "Two simplified algorithms for
  /// maintaining order in a list").
  @usableFromInline mutating func spread(around label: Int) -> [(leaf: Int, label: Int)] {
    for bits in 4..<62 {
      let start = label & ~(1 << bits - 1)
      var inRange: [Int] = []
      var next = first(from: start)
      while let entry = next, entry.label - start < 1 << bits, inRange.count < 1 << (bits / 2) {
        inRange.append(entry.leaf)
        next = first(from: entry.label + 1)
      }
      if inRange.count < 1 << (bits / 2) {
        let distance = (1 << bits) / inRange.count
        let labels = inRange.enumerated().map { (leaf: $1, label: start + distance / 2 + $0 * distance) }
        var rest = labels.map(\.label)[...]
        Self.relabel(&entries, start..<(start + 1 << bits), &rest)
        return labels
      }
    }
    fatalError("an EntityTable has at most 2^31 slots")
  }

  static func relabel(_ entries: inout [Entry], _ range: Range<Int>, _ labels: inout ArraySlice<Int>) {
    for index in entries.indices where !labels.isEmpty {
      if entries[index].below.isEmpty {
        if range.contains(entries[index].label), let label = labels.popFirst() { entries[index].label = label }
      } else if index + 1 == entries.count || entries[index + 1].label > range.lowerBound {
        relabel(&entries[index].below, range, &labels)
        entries[index].label = entries[index].below[0].label
      }
    }
  }
}

/// The first slots of all leaves, in order.
@usableFromInline struct LeafStarts: IteratorProtocol {
  @usableFromInline let order: LeafOrder
  @usableFromInline let end: Int
  @usableFromInline var current: Int
  /// The leaves that come next, when the order is not that of the numbers.
  @usableFromInline var leaves: ArraySlice<LeafOrder.Entry> = []
  @usableFromInline var label = Int.min

  /// `start` counts only when the order is that of the numbers.
  @inlinable init(_ order: LeafOrder, from start: Int = 0, to end: Int) {
    self.order = order
    self.end = end
    current = start &- Self.width
  }

  @inlinable static var width: Int { 8 }

  @inlinable mutating func next() -> Int? {
    guard order.isNumerical else { return nextByLabel() }
    guard current &+ Self.width < end else { return nil }
    current &+= Self.width
    return current
  }

  @usableFromInline mutating func nextByLabel() -> Int? {
    if leaves.isEmpty, let (entries, index) = order.node(from: label) { leaves = entries[index...] }
    guard let entry = leaves.popFirst() else { return nil }
    label = entry.label + 1
    current = entry.leaf * Self.width
    return current
  }
}
