/// The order of a vector's leaves, once rows were inserted between others: a counted search tree.
///
/// A leaf has a *label*, a number that grows in the order of the rows. It is kept in the leaf, so the way
/// from a leaf to its position is a search, and no node need know its parent. A new leaf gets a
/// label between its neighbours'; where there is none left, the labels near it are spread
/// (`spread(around:)`).
///
/// Leaves that are still in the order of their numbers, and have the labels that they began with, need no entries of
/// their own: a *run* stands for all of them. So the first insertion between rows costs no more than the next.
///
/// The nodes are arrays: a change copies those on its path that another value has too, and none else.
@usableFromInline struct LeafOrder: Sendable {
  @usableFromInline struct Entry: Sendable {
    /// The label of the first leaf in here.
    @usableFromInline var label: Int
    /// The number of rows in here.
    @usableFromInline var live: Int
    /// The number of the leaf, or of the first one. Means nothing when `below` is not empty.
    @usableFromInline var leaf: Int
    /// How many leaves there are: more than one in a run.
    @usableFromInline var leaves = 1
    @usableFromInline var below: [Entry] = []

    /// One leaf.
    @usableFromInline init(label: Int, live: Int, leaf: Int) {
      self.label = label
      self.live = live
      self.leaf = leaf
    }

    /// A run, whose leaves have the labels of their numbers.
    @usableFromInline init(run: Range<Int>, live: Int) {
      self.init(label: LeafOrder.label(ofNumber: run.lowerBound), live: live, leaf: run.lowerBound)
      leaves = run.count
    }

    /// All of these.
    init(_ below: some Collection<Entry>) {
      self.init(label: below.first?.label ?? 0, live: below.reduce(0) { $0 + $1.live }, leaf: 0)
      self.below = Array(below)
    }

    var numbers: Range<Int> { leaf..<(leaf + leaves) }

    /// The label of the last leaf. Only of a leaf or a run.
    var lastLabel: Int { label + (leaves - 1) * LeafOrder.step }

    /// The leaf of a run that has `index` others before it; its rows are not counted.
    func leaf(_ index: Int) -> Entry { Entry(label: label + index * LeafOrder.step, live: 0, leaf: leaf + index) }
  }

  /// Tells how many rows the leaves with these numbers have together.
  @usableFromInline typealias Rows = (Range<Int>) -> Int

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

  /// The order of the numbers.
  @usableFromInline init(leaves: Int, live: Int) { entries = [Entry(run: 0..<leaves, live: live)] }

  /// The label that a leaf has until it gets another one.
  @inlinable static func label(ofNumber leaf: Int) -> Int { leaf &* step }

  /// The entry that leads to a label: the last that begins at or before it.
  static func index(of label: Int, in entries: [Entry]) -> Int {
    var index = 0
    while index + 1 < entries.count, entries[index + 1].label <= label { index += 1 }
    return index
  }

  /// The number of rows before the leaf with this label.
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

  /// The leaf of the row at a position, or the run that it is in, and how many of its rows are before it.
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

  /// The lowest node with the first leaf whose label is at least this, and where in the node it is, or its run.
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

  /// The first leaf whose label is at least this.
  @usableFromInline func first(from label: Int) -> Entry? {
    node(from: label).map { entries, index in
      let run = entries[index]
      return run.leaf(label <= run.label ? 0 : (label - run.label - 1) / Self.step + 1)
    }
  }

  /// The last leaf whose label is less than this.
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

  /// Adds a leaf that is not there, and has no neighbour with its label.
  @usableFromInline mutating func insert(_ entry: Entry, _ rows: Rows) { cutRun(at: entry.label, for: entry, rows) }

  /// Cuts the run that a label is in, if it is in one: for an entry that comes between its leaves, or, without one, so that
  /// the leaf with this label stands alone.
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

  /// What stands in the place of a leaf or run when an entry is inserted, or a leaf is taken out of its run.
  static func parts(of run: Entry, at label: Int, _ entry: Entry?, _ rows: Rows) -> [Entry] {
    let numbers = run.numbers
    // The first leaf whose label is at least that.
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
