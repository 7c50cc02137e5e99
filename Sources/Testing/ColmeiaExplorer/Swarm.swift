import ColmeiaJSON

/// What a run leaves out. Half of the seeds leave out a random half of the actions and outcomes and prefer one kind of
/// step, which also finds failures that need the same step many times in a row (Groce et al., Swarm Testing, ISSTA
/// 2012). The other half leave out nothing.
@usableFromInline struct Swarm {
  /// Bit masks of the actions and outcomes that may happen, by index.
  @usableFromInline var actions = UInt64.max
  @usableFromInline var outcomes = UInt64.max
  /// The relative frequencies of steps by the user, by effects and by the clock.
  @usableFromInline var userPart = 4
  @usableFromInline var effectsPart = 4
  @usableFromInline var timePart = 2

  @inlinable init(seed: UInt64) {
    var random = SplitMix64(seed: seed, stream: .swarm)
    if random.below(2) == 0 { return }
    actions = random.next()
    outcomes = random.next()
    userPart = 1 << (1 + random.below(3))
    effectsPart = 1 << (1 + random.below(3))
    timePart = 1 << random.below(3)
  }
}
