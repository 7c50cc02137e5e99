/// The order of a vector's leaves after rows were inserted between other rows: a counted search tree.
///
/// Each leaf has a *label*, a number that increases in the order of the rows. The label is stored in the leaf, so the
/// position of a leaf is found by a search, and nodes need no reference to their parent. A new leaf gets a label
/// between those of its neighbors. If there is none left, the nearby labels are spread (`spread(around:)`).
///
/// Leaves that are still in the order of their numbers and have their initial labels need no entries of their own: a
/// *run* represents all of them. So the first insertion between rows costs no more than later ones.
///
/// The nodes are arrays. A change copies only those on its path that are shared with other values.
@usableFromInline struct LeafOrder: Sendable {
  @usableFromInline struct Entry: Sendable {
    /// The label of the first leaf in this entry.
    @usableFromInline var label: Int
    /// The number of rows in this entry.
    @usableFromInline var live: Int
    /// The number of the leaf, or of the first leaf of a run. Not used if `below` isn't empty.
    @usableFromInline var leaf: Int
    /// The number of leaves, which is greater than one for a run.
    @usableFromInline var leaves = 1
    @usableFromInline var below: [Entry] = []

    /// Creates the entry of one leaf.
    @usableFromInline init(label: Int, live: Int, leaf: Int) {
      self.label = label
      self.live = live
      self.leaf = leaf
    }

    /// Creates a run, whose leaves have the labels that correspond to their numbers.
    @usableFromInline init(run: Range<Int>, live: Int) {
      self.init(label: LeafOrder.label(ofNumber: run.lowerBound), live: live, leaf: run.lowerBound)
      leaves = run.count
    }

    /// Creates an entry that contains other entries.
    init(_ below: some Collection<Entry>) {
      self.init(label: below.first?.label ?? 0, live: below.reduce(0) { $0 + $1.live }, leaf: 0)
      self.below = Array(below)
    }

    var numbers: Range<Int> { leaf..<(leaf + leaves) }

    /// The label of the last leaf. Only for a leaf or a run.
    var lastLabel: Int { label + (leaves - 1) * LeafOrder.step }

    /// Returns the entry of the leaf at `index` in a run. Its rows are not counted.
    func leaf(_ index: Int) -> Entry { Entry(label: label + index * LeafOrder.step, live: 0, leaf: leaf + index) }
  }

  /// Returns the number of rows in the leaves with these numbers.
  @usableFromInline typealias Rows = (Range<Int>) -> Int

  /// The maximum number of entries in a node. Copying a node retains everything in it, so narrow nodes are cheaper if a
  /// value is shared.
  static let width = 16
  /// The difference between the labels of neighbors in a table without insertions.
  @usableFromInline static let step = 1 << 32

  /// The entries of the root, empty as long as the leaves are in the order of their numbers.
  @usableFromInline var entries: [Entry] = []

  @inlinable init() {}

  @inlinable var isNumerical: Bool { entries.isEmpty }

  /// Returns whether both are the same tree, not just equal trees.
  @inlinable static func === (left: LeafOrder, right: LeafOrder) -> Bool {
    left.entries.withUnsafeBufferPointer { left in
      right.entries.withUnsafeBufferPointer { right in
        left.isEmpty ? right.isEmpty : left.baseAddress == right.baseAddress
      }
    }
  }

  /// Creates the order of the numbers, as one run.
  @usableFromInline init(leaves: Int, live: Int) { entries = [Entry(run: 0..<leaves, live: live)] }

  /// Returns the initial label of a leaf.
  @inlinable static func label(ofNumber leaf: Int) -> Int { leaf &* step }

  /// Returns the index of the entry that leads to a label: the last entry that begins at or before it.
  static func index(of label: Int, in entries: [Entry]) -> Int {
    var index = 0
    while index + 1 < entries.count, entries[index + 1].label <= label { index += 1 }
    return index
  }

  /// Returns the number of rows before the leaf with this label.
  @usableFromInline func position(of label: Int, _ rows: Rows) -> Int {
    var before = 0
    var entries = entries
    while !entries.isEmpty {
      let entry = entries[Self.index(of: label, in: entries)]
      for earlier in entries where earlier.label < entry.label { before += earlier.live }
      if entry.leaves > 1 { before += rows(entry.leaf..<(entry.leaf + (label - entry.label) / Self.step)) }
      entries = entry.below
    }
    return before
  }

  /// Returns the leaf of the row at a position, or the run that contains it, and the number of its rows before that
  /// row.
  @usableFromInline func find(_ position: Int) -> (leaves: Range<Int>, rank: Int) {
    var left = position
    var entries = entries
    while true {
      var index = 0
      while left >= entries[index].live {
        left -= entries[index].live
        index += 1
      }
      if entries[index].below.isEmpty { return (entries[index].numbers, left) }
      entries = entries[index].below
    }
  }

  /// Returns the lowest node that contains the first leaf whose label is at least `label`, and the index of that leaf
  /// or its run in the node.
  @usableFromInline func node(from label: Int) -> (entries: [Entry], index: Int)? {
    Self.node(from: label, in: entries)
  }

  static func node(from label: Int, in entries: [Entry]) -> (entries: [Entry], index: Int)? {
    for index in Self.index(of: label, in: entries)..<entries.count {
      let entry = entries[index]
      if entry.below.isEmpty {
        if entry.lastLabel >= label { return (entries, index) }
      } else if let found = node(from: label, in: entry.below) {
        return found
      }
    }
    return nil
  }

  /// Returns the first leaf whose label is at least `label`.
  @usableFromInline func first(from label: Int) -> Entry? {
    node(from: label).map { entries, index in
      let run = entries[index]
      return run.leaf(label <= run.label ? 0 : (label - run.label - 1) / Self.step + 1)
    }
  }

  /// Returns the last leaf whose label is less than `label`.
  @usableFromInline func last(before label: Int) -> Entry? {
    var found: Entry?
    var entries = entries
    while let entry = entries.last(where: { $0.label < label }) {
      found = entry
      entries = entry.below
    }
    return found.map { $0.leaf(label > $0.lastLabel ? $0.leaves - 1 : (label - $0.label - 1) / Self.step) }
  }

  /// Adds to the number of rows in the leaf with this label.
  @usableFromInline mutating func add(_ delta: Int, at label: Int) { Self.add(delta, label, &entries) }

  static func add(_ delta: Int, _ label: Int, _ entries: inout [Entry]) {
    let index = index(of: label, in: entries)
    entries[index].live += delta
    if !entries[index].below.isEmpty { add(delta, label, &entries[index].below) }
  }

  /// Adds a leaf whose label isn't in use.
  @usableFromInline mutating func insert(_ entry: Entry, _ rows: Rows) { cutRun(at: entry.label, for: entry, rows) }

  /// Splits the run that contains a label, if there is one: to insert `entry` between its leaves, or, if there is no
  /// entry, to turn the leaf with this label into an entry of its own.
  mutating func cutRun(at label: Int, for entry: Entry? = nil, _ rows: Rows) {
    Self.cutRun(in: &entries, at: label, entry, rows)
    if entries.count > Self.width { entries = Self.halves(of: entries) }
  }

  static func cutRun(in entries: inout [Entry], at label: Int, _ entry: Entry?, _ rows: Rows) {
    let index = index(of: label, in: entries)
    if entries[index].below.isEmpty {
      let parts = parts(of: entries[index], at: label, entry, rows)
      return entries.replaceSubrange(index...index, with: parts)
    }
    cutRun(in: &entries[index].below, at: label, entry, rows)
    entries[index].live += entry?.live ?? 0
    entries[index].label = entries[index].below[0].label
    if entries[index].below.count > width {
      entries.replaceSubrange(index...index, with: halves(of: entries[index].below))
    }
  }

  /// Returns the replacement of a leaf or run when an entry is inserted, or a leaf is separated from its run.
  static func parts(of run: Entry, at label: Int, _ entry: Entry?, _ rows: Rows) -> [Entry] {
    let numbers = run.numbers
    // The first leaf whose label is at least `label`.
    let middle = label <= run.label ? run.leaf : min(run.leaf + (label - run.label - 1) / step + 1, numbers.upperBound)
    let end = entry == nil ? min(middle + 1, numbers.upperBound) : middle
    func part(_ part: Range<Int>) -> [Entry] {
      if part.isEmpty { return [] }
      if part == numbers { return [run] }
      return [Entry(run: part, live: rows(part))]
    }
    let inner = entry.map { [$0] } ?? part(middle..<end)
    return part(numbers.lowerBound..<middle) + inner + part(end..<numbers.upperBound)
  }

  static func halves(of entries: [Entry]) -> [Entry] {
    [Entry(entries[..<(entries.count / 2)]), Entry(entries[(entries.count / 2)...])]
  }

  /// Returns a label between the leaf with `label` and the leaf before it, or `nil` if there is none left.
  @usableFromInline func freeLabel(before label: Int) -> Int? {
    guard let previous = last(before: label)?.label else { return label - Self.step }
    return label - previous < 2 ? nil : previous + (label - previous) / 2
  }

  @usableFromInline func freeLabel(after label: Int) -> Int? {
    guard let next = first(from: label + 1)?.label else { return label + Self.step }
    return next - label < 2 ? nil : label + (next - label) / 2
  }

  /// Makes room for labels near this one, and returns the leaves whose labels have changed.
  ///
  /// The smallest aligned range of labels that contains fewer leaves than the square root of its size gets its
  /// leaves relabeled at equal distances. Filling it again takes about as many insertions as it contains leaves, so
  /// each insertion pays for O(log *n*) labels (Bender et al., "Two simplified algorithms for maintaining order in a
  /// list").
  @usableFromInline mutating func spread(around label: Int, _ rows: Rows) -> [(leaf: Int, label: Int)] {
    for bits in 4..<62 {
      let start = label & ~(1 << bits - 1)
      var inRange: [Entry] = []
      var next = first(from: start)
      while let entry = next, entry.label - start < 1 << bits, inRange.count < 1 << (bits / 2) {
        inRange.append(entry)
        next = first(from: entry.label + 1)
      }
      if inRange.count < 1 << (bits / 2) {
        let distance = (1 << bits) / inRange.count
        for entry in inRange { cutRun(at: entry.label, rows) }
        let labels = inRange.enumerated().map { (leaf: $1.leaf, label: start + distance / 2 + $0 * distance) }
        var rest = labels.map(\.label)[...]
        Self.relabel(&entries, start..<(start + 1 << bits), &rest)
        return labels
      }
    }
    fatalError("an EntityTable has at most \(HashTrie.slotLimit) slots")
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
