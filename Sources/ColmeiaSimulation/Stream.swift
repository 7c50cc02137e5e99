import ColmeiaNumbers

/// What a number is drawn for.
@usableFromInline enum Stream: UInt64, Sendable {
  /// What happens next: the user, an effect or the clock.
  case schedule = 1
  /// Which action.
  case user
  /// What the generators of actions draw.
  case generators
  /// Which effect, and how it turns out.
  case effects
  /// How far the clock moves.
  case time
  /// What this run leaves out.
  case swarm
  /// How long a run is.
  case length
  /// From where a run goes on.
  case corpus
}

extension SplitMix64 {
  /// The numbers of one stream of a seed. Streams are independent: what one draws moves no other.
  @inlinable init(seed: UInt64, stream: Stream) {
    self.init(state: seed ^ (stream.rawValue &* 0xD1B5_4A32_D192_ED03))
    state = next()
  }

  /// A number from 0 to `bound` - 1; `bound` is from 1 to 2³².
  @inlinable mutating func below(_ bound: Int) -> Int {
    Int(truncatingIfNeeded: ((next() >> 32) &* UInt64(truncatingIfNeeded: bound)) >> 32)
  }
}
