import ColmeiaJSON

/// A buffer that reorders its elements, as the four threads of Rails' cable do: once it holds four elements, it
/// releases one at random.
///
/// The same seed and the same elements give the same order.
struct Disorder<Element> {
  /// The number of elements at which one is released.
  static var threads: Int { 4 }

  private var random: SplitMix64
  private var waiting: [Element] = []

  init(seed: UInt64) { random = SplitMix64(state: seed) }

  var isEmpty: Bool { waiting.isEmpty }

  /// Adds an element. Returns an element to process if the buffer is full.
  mutating func add(_ element: Element) -> Element? {
    waiting.append(element)
    return waiting.count < Self.threads ? nil : next()
  }

  /// Removes and returns a random element, or `nil` if the buffer is empty.
  mutating func next() -> Element? {
    guard !waiting.isEmpty else { return nil }
    return waiting.remove(at: Int(random.next() % UInt64(waiting.count)))
  }
}
