import TestSupport

extension SplitMix {
  /// One of `elements`; the first of none is a mistake of the test.
  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: elements.indices, using: &self)]
  }

  /// Up to `limit` of `elements`, with repetition.
  mutating func text(of elements: [String], upTo limit: Int) -> String {
    var text = ""
    for _ in 0..<Int.random(in: 0...limit, using: &self) { text += pick(elements) }
    return text
  }
}
