import TestSupport

extension SplitMix {
  /// One of `elements`; none is a mistake of the test.
  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: elements.indices, using: &self)]
  }
}
