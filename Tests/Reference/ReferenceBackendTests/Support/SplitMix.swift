import TestSupport

extension SplitMix {
  /// Returns a random element. The array must not be empty.
  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: elements.indices, using: &self)]
  }
}
