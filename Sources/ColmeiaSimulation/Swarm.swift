import ColmeiaNumbers

/// What a run does without. Half of the seeds leave out a random half of the actions and of the outcomes
/// and prefer one kind of step, so that what needs the same thing many times in a row is found as well
/// (Groce et al., Swarm Testing, ISSTA 2012); the other half leave out nothing.
@usableFromInline struct Swarm {
  /// The actions and the outcomes, by place, that may happen.
  @usableFromInline var actions = UInt64.max
  @usableFromInline var outcomes = UInt64.max
  /// How often the user, an effect and the clock have their turn.
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
