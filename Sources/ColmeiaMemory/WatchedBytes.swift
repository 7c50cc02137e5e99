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
  @usableFromInline package var ranges = ByteRanges()
  @usableFromInline var known = UnsafeMutableRawPointer.allocate(byteCount: 0, alignment: 16)
  @usableFromInline var size = 0

  @inlinable package init() {}
  @inlinable deinit { known.deallocate() }

  /// Watches these bytes as well, from the next ``note(_:)`` on.
  ///
  /// - Complexity: O(*n*), where *n* is the number of ranges.
  @usableFromInline package mutating func add(_ range: Range<Int>) {
    if range.upperBound > size { grow(to: range.upperBound) }
    ranges.add(range)
  }

  @usableFromInline package mutating func removeAll() { ranges = ByteRanges() }

  /// Records the current bytes of the state.
  @inlinable package mutating func note(_ state: UnsafeRawPointer) {
    for index in ranges.all.indices {
      let start = ranges.all[index].lowerBound
      (known + start).copyMemory(from: state + start, byteCount: ranges.all[index].count)
    }
  }

  private mutating func grow(to newSize: Int) {
    let grown = UnsafeMutableRawPointer.allocate(byteCount: newSize, alignment: 16)
    grown.initializeMemory(as: UInt8.self, repeating: 0, count: newSize)
    grown.copyMemory(from: known, byteCount: size)
    known.deallocate()
    (known, size) = (grown, newSize)
  }

  @inlinable package var isEmpty: Bool { ranges.all.isEmpty }

  /// Returns whether the bytes are the same as those that were recorded.
  @usableFromInline package func areSame(in state: UnsafeRawPointer) -> Bool {
    ranges.areSame(state, known)
  }
}

/// Ranges of bytes in a state.
@usableFromInline package struct ByteRanges: Sendable {
  /// The ranges: ascending, and separated by other bytes.
  @usableFromInline package var all: [Range<Int>] = []

  @inlinable package init() {}

  /// Adds a range.
  ///
  /// - Complexity: O(*n*), where *n* is the number of ranges.
  package mutating func add(_ range: Range<Int>) {
    let first = all.firstIndex { $0.upperBound >= range.lowerBound } ?? all.count
    let end = all[first...].firstIndex { $0.lowerBound > range.upperBound } ?? all.count
    let joined = all[first..<end].reduce(range) {
      min($0.lowerBound, $1.lowerBound)..<max($0.upperBound, $1.upperBound)
    }
    all.replaceSubrange(first..<end, with: [joined])
  }

  /// Returns whether the bytes are the same in two states.
  package func areSame(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer) -> Bool {
    all.allSatisfy { isSameMemory(left + $0.lowerBound, right + $0.lowerBound, $0.count) }
  }
}

/// Returns whether `count` bytes are the same at both addresses. The C library's function uses the widest registers that
/// the processor has.
package func isSameMemory(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer, _ count: Int) -> Bool {
  memcmp(left, right, count) == 0
}

/// Returns whether the bytes of a short value are the same at both addresses.
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
