/// A binary heap with the least element first. Each element has a handle, through which its index is known, so that a
/// removal doesn't have to search.
@usableFromInline package struct PlacedHeap<Element> {
  @usableFromInline package typealias Handle = Int32
  @usableFromInline package var entries: [(element: Element, handle: Handle)] = []
  /// The index of the element of each handle, or -1 if there is none.
  @usableFromInline var places: [Int32] = []
  @usableFromInline package let isLess: @Sendable (Element, Element) -> Bool

  @inlinable package init(_ isLess: @escaping @Sendable (Element, Element) -> Bool) { self.isLess = isLess }

  @inlinable package var first: Element? { entries.first?.element }

  /// The element with this handle, or `nil` if there is none.
  @inlinable package subscript(handle: Handle) -> Element? {
    guard Int(handle) < places.count, places[Int(handle)] >= 0 else { return nil }
    return entries[Int(places[Int(handle)])].element
  }

  /// Adds an element under an unused handle.
  ///
  /// - Complexity: O(log *n*).
  @inlinable package mutating func insert(_ element: Element, _ handle: Handle) {
    while places.count <= Int(handle) { places.append(-1) }
    entries.append((element, handle))
    places[Int(handle)] = Int32(entries.count - 1)
    siftUp(entries.count - 1)
  }

  /// Removes the element with this handle, which must exist.
  ///
  /// - Complexity: O(log *n*).
  @inlinable package mutating func remove(_ handle: Handle) {
    let place = Int(places[Int(handle)])
    places[Int(handle)] = -1
    let last = entries.removeLast()
    if place == entries.count { return }
    entries[place] = last
    places[Int(last.handle)] = Int32(place)
    siftUp(place)
    siftDown(place)
  }

  /// Removes all elements, but keeps the memory.
  @inlinable package mutating func removeAll() {
    entries.removeAll(keepingCapacity: true)
    places.removeAll(keepingCapacity: true)
  }

  @inlinable mutating func siftUp(_ start: Int) {
    var place = start
    while place > 0, isLess(entries[place].element, entries[(place - 1) / 2].element) {
      swap(place, (place - 1) / 2)
      place = (place - 1) / 2
    }
  }

  @inlinable mutating func siftDown(_ start: Int) {
    var place = start
    while true {
      var least = place
      for child in [2 * place + 1, 2 * place + 2]
      where child < entries.count && isLess(entries[child].element, entries[least].element) {
        least = child
      }
      if least == place { return }
      swap(place, least)
      place = least
    }
  }

  @inlinable mutating func swap(_ left: Int, _ right: Int) {
    entries.swapAt(left, right)
    places[Int(entries[left].handle)] = Int32(left)
    places[Int(entries[right].handle)] = Int32(right)
  }
}

extension PlacedHeap: Sendable where Element: Sendable {}
