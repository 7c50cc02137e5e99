/// Steele, Lea and Flood's SplitMix64 (OOPSLA 2014): one word of state, any seed is a good one, the same
/// numbers on every machine.
@usableFromInline struct SplitMix64: Sendable {
  @usableFromInline var state: UInt64

  /// The numbers of one stream of a seed. Streams are independent: what one draws moves no other.
  @inlinable init(seed: UInt64, stream: Stream) {
    state = seed ^ (stream.rawValue &* 0xD1B5_4A32_D192_ED03)
    state = next()
  }

  @inlinable mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number from 0 to `bound` - 1; `bound` is from 1 to 2³².
  @inlinable mutating func below(_ bound: Int) -> Int {
    Int(truncatingIfNeeded: ((next() >> 32) &* UInt64(truncatingIfNeeded: bound)) >> 32)
  }
}

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
