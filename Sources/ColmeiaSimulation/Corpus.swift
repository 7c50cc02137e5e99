import ColmeiaNumbers

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
  /// How many programs have been run since something new was found.
  private var barren = 0
  /// How many were looked at.
  private var looks = 0
  /// Whether there is something to be found: then more is looked at, and more goes on. To look takes as long as to run, so
  /// there is an end to it.
  @usableFromInline var isFruitful: Bool { barren < 4_000 && looks < 10_000 }

  @usableFromInline init() {}

  @usableFromInline mutating func take(_ novelties: [Novelty], of runs: Int) {
    var new = 0
    looks += novelties.count
    for novelty in novelties where shapes.insert(novelty.shape).inserted {
      new += 1
      if novelty.legs.count < Self.mostLegs, programs.count < Self.mostPrograms { programs.append(novelty.legs) }
    }
    barren = new == 0 ? barren + runs : 0
  }

  /// Whether the shape of the state in which a seed's program ends is read. That takes longer than a run.
  @usableFromInline func looksAt(_ seed: UInt64, continues: Bool) -> Bool {
    seed % 64 == 0 || isFruitful && continues
  }

  /// The program of a seed: half of them begin where an older one has ended, rather a newer one; fewer when that has
  /// found nothing for a while.
  @usableFromInline func program(of seed: UInt64, _ steps: ClosedRange<Int>) -> (first: [Leg], last: Leg) {
    var random = SplitMix64(seed: seed, stream: .corpus)
    if programs.isEmpty || random.below(isFruitful ? 2 : 8) > 0 { return ([], Self.leg(of: seed, steps)) }
    let place = (0..<3).reduce(0) { place, _ in max(place, random.below(programs.count)) }
    let isNear = random.below(2) == 0  // where a wrong step leads back, only the next one leads on
    return (programs[place], Leg(seed: seed, steps: 1 + random.below(isNear ? 1 : max(1, steps.lowerBound))))
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
