/// The programs that have found something new: an action, or an answer, in a state of a shape that it was not seen in.
/// Later programs go on from them, so that what lies deep is reached step by step.
///
/// It changes between generations of seeds alone. So a program depends on its seed and on the generations before, and
/// not on how the seeds of a generation are spread over cores.
@usableFromInline struct Corpus: Sendable {
  /// A program that has ended in something new.
  @usableFromInline struct Novelty: Sendable {
    @usableFromInline let shape: UInt64
    @usableFromInline let legs: [Leg]
    @usableFromInline init(_ shape: UInt64, _ legs: [Leg]) {
      self.shape = shape
      self.legs = legs
    }
  }

  @usableFromInline static var mostPrograms: Int { 4_096 }
  @usableFromInline static var mostLegs: Int { 24 }

  @usableFromInline private(set) var programs: [[Leg]] = []
  private var shapes: Set<UInt64> = []
  /// Whether the last generation has found anything: then more is looked at.
  @usableFromInline private(set) var isFruitful = true

  @usableFromInline init() {}

  @usableFromInline mutating func take(_ novelties: [Novelty]) {
    isFruitful = false
    for novelty in novelties where shapes.insert(novelty.shape).inserted {
      isFruitful = true
      if novelty.legs.count < Self.mostLegs, programs.count < Self.mostPrograms { programs.append(novelty.legs) }
    }
  }

  /// Whether the shape of the state in which a seed's program ends is read. That takes longer than a run.
  @usableFromInline func looksAt(_ seed: UInt64, continues: Bool) -> Bool {
    continues && isFruitful || seed % 16 == 0
  }

  /// The program of a seed: half of them begin where an older one has ended, rather a newer one.
  @usableFromInline func program(of seed: UInt64, _ steps: ClosedRange<Int>) -> (first: [Leg], last: Leg) {
    var random = SplitMix64(seed: seed, stream: .corpus)
    if programs.isEmpty || random.below(2) == 0 { return ([], Self.leg(of: seed, steps)) }
    let place = max(random.below(programs.count), random.below(programs.count))
    let isNear = random.below(2) == 0  // where a wrong step leads back, only the next one leads on
    return (programs[place], Leg(seed: seed, steps: 1 + random.below(isNear ? 2 : max(1, steps.lowerBound))))
  }

  /// Most lengths are short: they are quick, and what they find is short. Some are long: rings, limits and protocols
  /// need many steps in a row.
  @usableFromInline static func leg(of seed: UInt64, _ steps: ClosedRange<Int>) -> Leg {
    var random = SplitMix64(seed: seed, stream: .length)
    let parts = [16, 8, 3, 1]
    let width = (steps.count - 1) / parts[random.below(4)]
    return Leg(seed: seed, steps: steps.lowerBound + random.below(width + 1))
  }
}
