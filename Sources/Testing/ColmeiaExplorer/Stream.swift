import ColmeiaJSON

/// The independent streams of random numbers of one seed.
@usableFromInline enum Stream: UInt64, Sendable {
  /// Which kind of step is next: the user, an effect or the clock.
  case schedule = 1
  /// Which action the user takes.
  case user
  /// The choices of action generators.
  case generators
  /// Which effect continues, and its outcome.
  case effects
  /// How far the clock advances.
  case time
  /// What the run leaves out.
  case swarm
  /// The number of steps of a run.
  case length
  /// The program that a run continues from.
  case corpus
}

extension SplitMix64 {
  /// Creates the generator for one stream of a seed. Drawing from one stream doesn't affect the others.
  @inlinable init(seed: UInt64, stream: Stream) {
    self.init(state: seed ^ (stream.rawValue &* 0xD1B5_4A32_D192_ED03))
    state = next()
  }

  /// Returns a number from 0 to `bound` - 1. `bound` is from 1 to 2³².
  @inlinable mutating func below(_ bound: Int) -> Int {
    Int(truncatingIfNeeded: ((next() >> 32) &* UInt64(truncatingIfNeeded: bound)) >> 32)
  }
}
