/// SplitMix64 by Steele, Lea and Flood (OOPSLA 2014): a generator with one word of state, which accepts any seed and
/// produces the same numbers on every machine.
@usableFromInline package struct SplitMix64: RandomNumberGenerator, Sendable {
  @usableFromInline package var state: UInt64

  /// Creates a generator from a seed.
  @inlinable package init(state: UInt64) { self.state = state }

  @inlinable package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    return Self.mix(state)
  }

  /// Returns a number whose bits all depend on all bits of `number`.
  @inlinable package static func mix(_ number: UInt64) -> UInt64 {
    var mixed = number
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
