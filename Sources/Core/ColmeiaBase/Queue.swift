/// A first-in, first-out queue.
@usableFromInline package struct Queue<Element> {
  /// The next elements, the first one last.
  @usableFromInline var front: [Element] = []
  @usableFromInline var back: [Element] = []

  @inlinable package init(_ elements: [Element] = []) { back = elements }

  @inlinable package var count: Int { front.count + back.count }
  @inlinable package var isEmpty: Bool { front.isEmpty && back.isEmpty }
  @inlinable package var first: Element? { front.last ?? back.first }

  @inlinable package func contains(where isMatch: (Element) -> Bool) -> Bool {
    front.contains(where: isMatch) || back.contains(where: isMatch)
  }

  @inlinable package mutating func append(_ element: consuming Element) { back.append(element) }

  package mutating func append(contentsOf elements: [Element]) { back += elements }

  /// - Complexity: Amortized O(1).
  @inlinable package mutating func popFirst() -> Element? {
    if front.isEmpty {
      if back.isEmpty { return nil }
      swap(&front, &back)
      front.reverse()
      if back.capacity > 4_096 { back = [] }  // the memory of a flood isn't kept
    }
    return front.popLast()
  }
}

extension Queue: Sendable where Element: Sendable {}
