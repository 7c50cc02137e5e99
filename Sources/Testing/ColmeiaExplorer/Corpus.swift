import ColmeiaJSON

/// The programs that have reached something new: an action, or an answer, in a state whose shape hadn't been seen
/// before. Later programs continue from them, so that deep states are reached step by step.
///
/// The corpus changes only between generations of seeds. A program therefore depends on its seed and on the earlier
/// generations, and not on how the seeds of a generation are distributed over cores.
@usableFromInline struct Corpus: Sendable {
  /// A program that has ended in a new shape.
  @usableFromInline struct Novelty: Sendable {
    @usableFromInline let shape: UInt64
    @usableFromInline let segments: [Segment]
    @usableFromInline init(_ shape: UInt64, _ segments: [Segment]) {
      self.shape = shape
      self.segments = segments
    }
  }

  @usableFromInline static var mostPrograms: Int { 4_096 }
  @usableFromInline static var mostSegments: Int { 24 }

  @usableFromInline private(set) var programs: [[Segment]] = []
  private var shapes: Set<UInt64> = []
  /// The number of programs that have run since something new was found.
  private var runsWithoutNovelty = 0
  /// The number of programs whose final shape was read.
  private var shapesRead = 0
  /// Whether the search still finds new shapes. If so, more shapes are read and more programs continue from the corpus.
  /// Reading a shape takes as long as a run, so the number of reads is limited.
  @usableFromInline var isFruitful: Bool { runsWithoutNovelty < 4_000 && shapesRead < 10_000 }

  @usableFromInline init() {}

  @usableFromInline mutating func add(_ novelties: [Novelty], of runs: Int) {
    var new = 0
    shapesRead += novelties.count
    for novelty in novelties where shapes.insert(novelty.shape).inserted {
      new += 1
      if novelty.segments.count < Self.mostSegments, programs.count < Self.mostPrograms {
        programs.append(novelty.segments)
      }
    }
    runsWithoutNovelty = new == 0 ? runsWithoutNovelty + runs : 0
  }

  /// Returns programs that represent those of the seeds: the first ones, some of the others, and those that were the last
  /// to reach something new.
  @usableFromInline func samples(_ seeds: Range<UInt64>, _ steps: ClosedRange<Int>) -> [[Segment]] {
    // A range of seeds may have more than `Int.max` elements.
    let count = seeds.upperBound - seeds.lowerBound
    let (head, rest) = (min(8, count), count - min(8, count))
    let others = (0..<min(8, rest)).map { head + $0 * max(1, rest / 8) }
    return (Array(0..<head) + others).map { seeds.lowerBound + $0 }.map { [Self.segment(of: $0, steps)] }
      + programs.suffix(16)
  }

  /// Returns whether to read the shape of the state in which a seed's program ends, which takes longer than the run
  /// itself.
  @usableFromInline func readsShape(_ seed: UInt64, continues: Bool) -> Bool {
    seed % 64 == 0 || isFruitful && continues
  }

  /// Returns the program of a seed. Half of the programs continue from the end of an earlier program, preferably a
  /// recent one, or fewer if that hasn't found anything new for a while.
  @usableFromInline func program(of seed: UInt64, _ steps: ClosedRange<Int>) -> (first: [Segment], last: Segment) {
    var random = SplitMix64(seed: seed, stream: .corpus)
    if programs.isEmpty || random.below(isFruitful ? 2 : 8) > 0 { return ([], Self.segment(of: seed, steps)) }
    let index = (0..<3).reduce(0) { index, _ in max(index, random.below(programs.count)) }
    let isNear = random.below(2) == 0  // if a wrong step leads back, only a single step leads on
    return (programs[index], Segment(seed: seed, steps: 1 + random.below(isNear ? 1 : max(1, steps.lowerBound))))
  }

  /// Returns the segment of a seed. Most segments are short, because short programs run fast and fail with short
  /// counterexamples. Some are long, because ring buffers, limits and protocols need many steps in a row.
  @usableFromInline static func segment(of seed: UInt64, _ steps: ClosedRange<Int>) -> Segment {
    var random = SplitMix64(seed: seed, stream: .length)
    let parts = [16, 8, 3, 1]
    let width = (steps.count - 1) / parts[random.below(4)]
    return Segment(seed: seed, steps: steps.lowerBound + random.below(width + 1))
  }
}
