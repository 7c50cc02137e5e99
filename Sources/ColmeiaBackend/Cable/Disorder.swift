import ColmeiaNumbers

/// Things that overtake each other, as what goes through the four threads of Rails' cable does: as soon as there are four,
/// chance says which is next.
///
/// The same seed and the same things give the same order.
struct Disorder<Element> {
  /// How many may be under way at once.
  static var threads: Int { 4 }

  private var random: SplitMix64
  private var waiting: [Element] = []

  init(seed: UInt64) { random = SplitMix64(state: seed) }

  var isEmpty: Bool { waiting.isEmpty }

  /// Takes one more; gives the next where there are too many.
  mutating func add(_ element: Element) -> Element? {
    waiting.append(element)
    return waiting.count < Self.threads ? nil : next()
  }

  /// One of those that wait; `nil` when there is none.
  mutating func next() -> Element? {
    guard !waiting.isEmpty else { return nil }
    return waiting.remove(at: Int(random.next() % UInt64(waiting.count)))
  }
}
