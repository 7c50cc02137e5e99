/// A small ordered collection with a single owner.
///
/// A removed element stays in its memory until another one takes its index. Destroying it and creating another one
/// would take longer than all other operations on it.
@usableFromInline struct ReusableArray<Element>: ~Copyable {
  /// The elements in use, in order, followed by those that can be reused.
  @usableFromInline var order: UnsafeMutablePointer<UnsafeMutablePointer<Element>>
  @usableFromInline var capacity = 8
  @usableFromInline var made = 0
  @usableFromInline var count = 0

  @inlinable init() { order = .allocate(capacity: capacity) }

  @inlinable deinit {
    for index in 0..<made { order[index].deinitialize(count: 1).deallocate() }
    order.deallocate()
  }

  @inlinable var isEmpty: Bool { count == 0 }
  @inlinable var indices: Range<Int> { 0..<count }

  @inlinable subscript(index: Int) -> Element {
    unsafeAddress { UnsafePointer(order[index]) }
    unsafeMutableAddress { order[index] }
  }

  /// Appends a removed element, for the caller to overwrite. Returns `false` if there is none.
  @inlinable mutating func appendReused() -> Bool {
    if count == made { return false }
    count += 1
    return true
  }

  /// Appends a new element, if there is none to reuse.
  @inlinable @inline(never) mutating func append(_ element: Element) {
    if made == capacity { grow() }
    order[made] = .allocate(capacity: 1)
    order[made].initialize(to: element)
    made += 1
    count += 1
  }

  /// Removes an element and keeps its memory for reuse.
  @inlinable mutating func remove(at index: Int) {
    let element = order[index]
    for index in index..<count - 1 { order[index] = order[index + 1] }
    count -= 1
    order[count] = element
  }

  @inlinable mutating func removeAll() { count = 0 }

  @usableFromInline mutating func grow() {
    let grown = UnsafeMutablePointer<UnsafeMutablePointer<Element>>.allocate(capacity: 2 * capacity)
    grown.moveInitialize(from: order, count: made)
    order.deallocate()
    (order, capacity) = (grown, 2 * capacity)
  }
}
