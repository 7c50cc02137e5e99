import Colmeia

/// What a sweep knows about situations in addition to the machine: which ids, effects and servers are equal, and what
/// has to be distinguished.
@usableFromInline struct SweepState<R: Reducer, Server: Sendable> {
  /// What a sweep distinguishes only if it matters. It starts without, and restarts when it finds that it matters.
  @usableFromInline struct Needs: Equatable {
    /// The time at which a cancelled effect stops, which matters only to queued effects and to rules that read what is
    /// stopping. Otherwise, the effect stops in the step that cancels it.
    @usableFromInline var lateStops = false
    /// Which effects are stopping, which matters only to rules that read it.
    @usableFromInline var stopping = false
    /// The time since the beginning of the run, which matters only to rules that read it. No rule has another result at
    /// another time until one reads it.
    @usableFromInline var time = false
    @usableFromInline init() {}
  }

  @usableFromInline let needs: Needs
  @usableFromInline private(set) var usesQueue = false
  @usableFromInline let reads = (time: SharedFlag(), stopping: SharedFlag())
  /// What has been found to matter.
  @usableFromInline var foundNeeds: Needs {
    var found = needs
    if usesQueue || reads.stopping.isSet { found.lateStops = true }
    if reads.stopping.isSet { found.stopping = true }
    if reads.time.isSet { found.time = true }
    return found
  }
  /// Whether there were more choices than the sweep tries.
  @usableFromInline var hasLeftOut = false
  /// The next timer if time has passed without a timer firing. This happens once per timer; otherwise time could be
  /// halved endlessly.
  @usableFromInline var halfway: RequestID?

  private var effects: [R.Effect] = []
  /// The numbers of effects, ids and durations.
  private var numbers: [AnyHashable: Int32] = [:]
  @usableFromInline let numberOfServer: (Server) -> Int32

  @usableFromInline init(_ needs: Needs, numberOfServer: @escaping (Server) -> Int32) {
    self.needs = needs
    self.numberOfServer = numberOfServer
  }

  /// Begins a run. The numbers are kept.
  @usableFromInline mutating func begin() { halfway = nil }

  @usableFromInline mutating func record(_ commands: [EffectCommand<R.Effect, R.Output>]) {
    for command in commands { if case .run(_, .queue, _) = command.operation { usesQueue = true } }
  }

  /// Returns the same number for equal effects.
  mutating func number(of effect: R.Effect) -> Int32 {
    if let hashable = effect as? any Hashable { return number(of: hashable) }
    if let index = effects.firstIndex(of: effect) { return Int32(index) }
    effects.append(effect)
    return Int32(effects.count - 1)
  }

  /// Returns the same number for equal values.
  mutating func number(of value: some Hashable) -> Int32 {
    let (key, next) = (AnyHashable(value), Int32(numbers.count))
    if let number = numbers[key] { return number }
    numbers[key] = next
    return next
  }
}
