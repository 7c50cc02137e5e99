/// Elements in insertion order. Each element has a number, which identifies it for removal. A removed element leaves a
/// hole, so that later elements don't move. Holes are closed once there are more holes than elements.
///
/// The elements are stored in allocated memory, because reading the elements of an array would retain them.
@usableFromInline package struct Ordered<Element>: ~Copyable {
  /// The number of each place, in ascending order. The number is complemented if the place is a hole.
  @usableFromInline package var numbers: [Int] = []
  @usableFromInline package var elements: UnsafeMutablePointer<Element>
  @usableFromInline package var capacity = 4
  @usableFromInline package var holes = 0
  /// The number of the next element.
  @usableFromInline package var next = 0

  @inlinable package init() { elements = .allocate(capacity: 4) }

  deinit {
    for index in numbers.indices where numbers[index] >= 0 { (elements + index).deinitialize(count: 1) }
    elements.deallocate()
  }

  @inlinable package var isEmpty: Bool { holes == numbers.count }

  /// Calls `body` with each element, beginning at index `start`.
  @inlinable package func forEach(from start: Int = 0, _ body: (UnsafePointer<Element>) -> Void) {
    for index in start..<numbers.count where numbers[index] >= 0 { body(elements + index) }
  }

  @inlinable package mutating func append(_ element: Element) -> Int {
    if numbers.count == capacity { move(capacity: 2 * capacity) }
    (elements + numbers.count).initialize(to: element)
    numbers.append(next)
    next += 1
    return next - 1
  }

  /// Returns the index of the first place whose number is at least `number`.
  ///
  /// - Complexity: O(log *n*).
  @inlinable package func index(from number: Int) -> Int {
    if number == 0 { return 0 }
    var (low, high) = (0, numbers.count)
    while low < high {
      let middle = (low + high) / 2
      if max(numbers[middle], ~numbers[middle]) < number { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// - Complexity: Amortized O(log *n*).
  @inlinable package mutating func remove(_ number: Int) {
    let index = index(from: number)
    guard index < numbers.count, numbers[index] == number else { return }
    numbers[index] = ~number
    holes += 1
    (elements + index).deinitialize(count: 1)
    while let last = numbers.last, last < 0 {
      numbers.removeLast()
      holes -= 1
    }
    if holes > numbers.count / 2 || numbers.count < capacity / 4 { move(capacity: max(4, 2 * (numbers.count - holes))) }
  }

  /// Moves the elements to memory with this capacity, without holes.
  @inlinable package mutating func move(capacity: Int) {
    let target = UnsafeMutablePointer<Element>.allocate(capacity: capacity)
    var end = target
    for index in numbers.indices where numbers[index] >= 0 {
      end.moveInitialize(from: elements + index, count: 1)
      end += 1
    }
    elements.deallocate()
    elements = target
    numbers.removeAll { $0 < 0 }
    holes = 0
    self.capacity = capacity
  }
}
