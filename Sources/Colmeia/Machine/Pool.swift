/// Places that are handed out, given back and handed out again, found by their index.
///
/// Plain memory with one owner: the books are touched for every effect, and an array would ask at each
/// touch whether somebody shares it.
///
/// `@unchecked Sendable`: the memory belongs to this value alone, which cannot be copied.
@usableFromInline struct Pool<Element: Sendable>: ~Copyable, @unchecked Sendable {
  @usableFromInline typealias Index = Int32
  @usableFromInline var base = UnsafeMutablePointer<Element>.allocate(capacity: 8)
  @usableFromInline var capacity = 8
  /// How many places there are, free ones included.
  @usableFromInline var count = 0
  /// The places that were given back.
  @usableFromInline var free: [Index] = []

  @inlinable init() {}

  @inlinable deinit {
    base.deinitialize(count: count)
    base.deallocate()
  }

  @inlinable subscript(index: Index) -> Element {
    unsafeAddress { UnsafePointer(base + Int(index)) }
    unsafeMutableAddress { base + Int(index) }
  }

  /// A place for `element`.
  ///
  /// - Complexity: amortised O(1).
  @inlinable mutating func insert(_ element: consuming Element) -> Index {
    if let index = free.popLast() {
      base[Int(index)] = element
      return index
    }
    if count == capacity { grow() }
    (base + count).initialize(to: element)
    count += 1
    return Index(count - 1)
  }

  /// Gives the place back, with `blank` in it.
  @inlinable mutating func remove(at index: Index, leaving blank: consuming Element) {
    base[Int(index)] = blank
    free.append(index)
  }

  /// Forgets every place, but keeps the memory.
  @inlinable mutating func removeAll() {
    base.deinitialize(count: count)
    count = 0
    free.removeAll(keepingCapacity: true)
  }

  @usableFromInline mutating func grow() {
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: 2 * capacity)
    larger.moveInitialize(from: base, count: count)
    base.deallocate()
    base = larger
    capacity *= 2
  }
}
