/// The bytes of those parts of a state that somebody observes, as they were at the last look. While they are the same,
/// nothing that is observed has changed, and nobody need be asked: the cost is that of the bytes, however many observe them.
///
/// A reference in them may lead to something else with the same bytes, unless somebody holds what they were taken of. Code that
/// adds a range sees to that.
///
/// `@unchecked Sendable`: the memory belongs to this value alone, which cannot be copied.
@usableFromInline package struct WatchedBytes: ~Copyable, @unchecked Sendable {
  /// Where they are in the state: ascending, with other bytes between them.
  @usableFromInline package var ranges: [Range<Int>] = []
  @usableFromInline var known = UnsafeMutableRawPointer.allocate(byteCount: 0, alignment: 16)
  @usableFromInline var size = 0

  @inlinable package init() {}
  @inlinable deinit { known.deallocate() }

  /// Watches these, too, from the next ``note(_:)`` on.
  ///
  /// - Complexity: O(*n*) for *n* ranges.
  @usableFromInline package mutating func add(_ range: Range<Int>) {
    if range.upperBound > size { grow(to: range.upperBound) }
    let first = ranges.firstIndex { $0.upperBound >= range.lowerBound } ?? ranges.count
    let end = ranges[first...].firstIndex { $0.lowerBound > range.upperBound } ?? ranges.count
    let joined = ranges[first..<end].reduce(range) {
      min($0.lowerBound, $1.lowerBound)..<max($0.upperBound, $1.upperBound)
    }
    ranges.replaceSubrange(first..<end, with: [joined])
  }

  @usableFromInline package mutating func removeAll() { ranges = [] }

  /// The state has been looked at.
  @inlinable package mutating func note(_ state: UnsafeRawPointer) {
    for index in ranges.indices {
      let start = ranges[index].lowerBound
      (known + start).copyMemory(from: state + start, byteCount: ranges[index].count)
    }
  }

  private mutating func grow(to newSize: Int) {
    let grown = UnsafeMutableRawPointer.allocate(byteCount: newSize, alignment: 16)
    grown.initializeMemory(as: UInt8.self, repeating: 0, count: newSize)
    grown.copyMemory(from: known, byteCount: size)
    known.deallocate()
    (known, size) = (grown, newSize)
  }

  @inlinable package var isEmpty: Bool { ranges.isEmpty }

  /// Whether nothing has been written since, or only what was there.
  @inlinable @inline(never) package func areSame(in state: UnsafeRawPointer) -> Bool {
    for index in ranges.indices {
      let start = ranges[index].lowerBound
      if !hasSameBytes(state + start, known + start, ranges[index].count) { return false }
    }
    return true
  }
}

/// Whether so many bytes are the same at both places.
@inlinable @inline(__always) package func hasSameBytes(
  _ left: UnsafeRawPointer, _ right: UnsafeRawPointer, _ count: Int
) -> Bool {
  var difference: UInt64 = 0
  var offset = 0
  @inline(__always) func differ<Word: FixedWidthInteger>(_ type: Word.Type) {
    let (old, new) = ((left + offset).loadUnaligned(as: type), (right + offset).loadUnaligned(as: type))
    difference |= UInt64(truncatingIfNeeded: old ^ new)
    offset &+= MemoryLayout<Word>.size
  }
  while offset &+ 8 <= count { differ(UInt64.self) }
  while offset < count { differ(UInt8.self) }
  return difference == 0
}
