#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// The bytes of the observed parts of a state, as they were at the last check. As long as they are the same, no
/// observed part has changed and no observer needs to be checked. The cost depends on the number of bytes, not on the
/// number of observers.
///
/// A reference in these bytes could refer to different contents, unless the value from which the bytes were taken is
/// still retained. The code that adds a range ensures that.
///
/// `@unchecked Sendable`: The memory belongs only to this value, which can't be copied.
@usableFromInline package struct WatchedBytes: ~Copyable, @unchecked Sendable {
  /// The ranges in the state: ascending, and separated by other bytes.
  @usableFromInline package var ranges: [Range<Int>] = []
  @usableFromInline var known = UnsafeMutableRawPointer.allocate(byteCount: 0, alignment: 16)
  @usableFromInline var size = 0

  @inlinable package init() {}
  @inlinable deinit { known.deallocate() }

  /// Watches these bytes as well, from the next ``note(_:)`` on.
  ///
  /// - Complexity: O(*n*), where *n* is the number of ranges.
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

  /// Records the current bytes of the state.
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

  /// Returns whether the bytes are the same as those that were recorded.
  @usableFromInline package func areSame(in state: UnsafeRawPointer) -> Bool {
    // The C library's function uses the widest registers that the processor has.
    ranges.allSatisfy { memcmp(state + $0.lowerBound, known + $0.lowerBound, $0.count) == 0 }
  }
}

/// Returns whether `count` bytes are the same at both addresses.
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
