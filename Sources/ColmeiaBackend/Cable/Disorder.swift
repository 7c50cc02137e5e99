/// Things that overtake each other, as what goes through the four threads of Rails' cable does: as soon as there are four,
/// chance says which is next.
///
/// The same seed and the same things give the same order.
struct Disorder<Element> {
  /// How many may be under way at once.
  static var threads: Int { 4 }

  private var state: UInt64
  private var waiting: [Element] = []

  init(seed: UInt64) { state = seed }

  var isEmpty: Bool { waiting.isEmpty }

  /// Takes one more; gives the next where there are too many.
  mutating func add(_ element: Element) -> Element? {
    waiting.append(element)
    return waiting.count < Self.threads ? nil : next()
  }

  /// One of those that wait; `nil` when there is none.
  mutating func next() -> Element? {
    guard !waiting.isEmpty else { return nil }
    return waiting.remove(at: Int(random() % UInt64(waiting.count)))
  }

  /// SplitMix64 (Steele, Lea and Flood 2014).
  private mutating func random() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
