/// What waits, the first that came first.
package struct Queue<Element> {
  private var items: [Element] = []
  /// Where those begin that have not been taken.
  private var first = 0

  package init() {}

  package var isEmpty: Bool { first == items.count }

  package var count: Int { items.count - first }

  package mutating func append(_ item: Element) { items.append(item) }
  package mutating func append(contentsOf more: [Element]) { items += more }

  /// The next one; `nil` when there is none.
  ///
  /// - Complexity: O(1) on average.
  package mutating func take() -> Element? {
    guard first < items.count else { return nil }
    let item = items[first]
    first += 1
    if first == items.count || first > 1_024 && 2 * first > items.count {
      items.removeFirst(first)
      first = 0
    }
    return item
  }
}
