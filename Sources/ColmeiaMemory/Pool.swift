/// Places that are handed out, given back and handed out again, found by their index.
///
/// Plain memory with one owner: the books are touched for every effect, and an array would ask at each
/// touch whether somebody shares it.
///
/// `@unchecked Sendable`: the memory belongs to this value alone, which cannot be copied.
@usableFromInline package struct Pool<Element: Sendable>: ~Copyable, @unchecked Sendable {
  @usableFromInline package typealias Index = Int32
  @usableFromInline package var base = UnsafeMutablePointer<Element>.allocate(capacity: 8)
  @usableFromInline package var capacity = 8
  /// How many places there are, free ones included.
  @usableFromInline package var count = 0
  /// The places that were given back, the newest last, and how many.
  @usableFromInline var freed = UnsafeMutablePointer<Index>.allocate(capacity: 8)
  @usableFromInline package var freeCount = 0
  /// With fewer places in use than this, there is memory to give back.
  @usableFromInline package var leastUsed = 0

  @inlinable package init() {}

  /// How many places are in use.
  @inlinable package var used: Int { count &- freeCount }

  @inlinable deinit {
    base.deinitialize(count: count)
    base.deallocate()
    freed.deallocate()
  }

  /// The places that were given back.
  package var free: [Index] { Array(UnsafeBufferPointer(start: freed, count: freeCount)) }

  @inlinable package subscript(index: Index) -> Element {
    unsafeAddress { UnsafePointer(base + Int(index)) }
    unsafeMutableAddress { base + Int(index) }
  }

  /// A place for `element`.
  ///
  /// - Complexity: amortised O(1).
  @inlinable package mutating func insert(_ element: Element) -> Index {
    let index = add(element)
    base[Int(index)] = element
    return index
  }

  /// A place with what was left in it when it was given back, or else with `blank`: an element that is made in its place is
  /// not copied there.
  ///
  /// - Complexity: amortised O(1).
  @inlinable @inline(__always) package mutating func add(_ blank: @autoclosure () -> Element) -> Index {
    if freeCount > 0 {
      freeCount &-= 1
      return freed[freeCount]
    }
    if count == capacity { grow() }
    (base + count).initialize(to: blank())
    count &+= 1
    return Index(truncatingIfNeeded: count &- 1)
  }

  /// Gives the place back, with `blank` in it.
  @inlinable @inline(__always) package mutating func remove(at index: Index, leaving blank: consuming Element) {
    base[Int(index)] = blank
    freed[freeCount] = index
    freeCount &+= 1
  }

  /// Forgets every place, but keeps the memory.
  @inlinable package mutating func removeAll() {
    base.deinitialize(count: count)
    count = 0
    freeCount = 0
  }

  @usableFromInline package mutating func grow() {
    if capacity >= Self.floodSize { leastUsed = capacity / 2 }
    move(to: 2 * capacity)
  }

  /// More places than this are for a flood, and given back after it.
  @inlinable package static var floodSize: Int { 4_096 }

  @inlinable package var isWasteful: Bool { used < leastUsed }

  /// Gives back the memory behind the last place in use. What is in use keeps its place, so a single one may keep all before
  /// it. Nobody may know a free place then.
  ///
  /// - Complexity: O(places); each time half as many are in use as the time before.
  @usableFromInline package mutating func shrink() {
    if !isWasteful { return }
    leastUsed = used > Self.floodSize ? used / 2 : min(used, 1)
    var isFree = [Bool](repeating: false, count: count)
    for index in free { isFree[Int(index)] = true }
    var end = count
    while end > 0, isFree[end - 1] { end -= 1 }
    if 2 * end > count { return }
    (base + end).deinitialize(count: count - end)
    count = end
    freeCount = 0
    for index in (0..<Index(end)).reversed() where isFree[Int(index)] {
      freed[freeCount] = index
      freeCount += 1
    }
    move(to: max(8, end))
  }

  @usableFromInline package mutating func move(to newCapacity: Int) {
    let moved = UnsafeMutablePointer<Element>.allocate(capacity: newCapacity)
    moved.moveInitialize(from: base, count: count)
    base.deallocate()
    base = moved
    let places = UnsafeMutablePointer<Index>.allocate(capacity: newCapacity)
    places.initialize(from: freed, count: freeCount)
    freed.deallocate()
    freed = places
    capacity = newCapacity
  }
}
