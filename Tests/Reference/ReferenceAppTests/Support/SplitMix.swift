import TestSupport

extension SplitMix {
  /// Returns a random element. `elements` must not be empty.
  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: elements.indices, using: &self)]
  }

  /// Returns the concatenation of up to `limit` random elements, with repetition.
  mutating func text(of elements: [String], upTo limit: Int) -> String {
    var text = ""
    for _ in 0..<Int.random(in: 0...limit, using: &self) { text += pick(elements) }
    return text
  }
}
