/// A doubly linked list of elements in a pool, linked by their indices.
@usableFromInline package struct Chain: Sendable {
  @usableFromInline package typealias Index = Int32
  /// The first and the last element, or -1 if the list is empty.
  @usableFromInline package var first: Index = -1
  @usableFromInline package var last: Index = -1
  @inlinable package init() {}
  @inlinable package var isEmpty: Bool { first == -1 }
}

/// An element that can be part of a ``Chain``.
@usableFromInline package protocol Chained {
  /// The neighbors, or -1 if there is none.
  var previous: Int32 { get set }
  var next: Int32 { get set }
}

extension Pool where Element: Chained {
  @inlinable package mutating func append(_ place: Index, to chain: inout Chain) {
    self[place].previous = chain.last
    if chain.last == -1 { chain.first = place } else { self[chain.last].next = place }
    chain.last = place
  }

  @inlinable package mutating func remove(_ place: Index, from chain: inout Chain) {
    let (previous, next) = (self[place].previous, self[place].next)
    if previous == -1 { chain.first = next } else { self[previous].next = next }
    if next == -1 { chain.last = previous } else { self[next].previous = previous }
    (self[place].previous, self[place].next) = (-1, -1)
  }
}
