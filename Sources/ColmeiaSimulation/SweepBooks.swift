import Colmeia

/// What a sweep knows about effects and timers in addition to the machine's state, to distinguish situations: the id
/// under which each was requested, and which effects and servers are equal.
///
/// The commands of each step are obtained from the reducer itself.
@usableFromInline struct SweepBooks<R: Reducer, Server: Sendable> {
  @usableFromInline struct Command: Hashable {
    @usableFromInline let id: EffectID
    @usableFromInline let policy: Policy
    @usableFromInline let start: EffectStart
    @usableFromInline init(_ id: EffectID, _ policy: Policy, _ start: EffectStart) {
      self.id = id
      self.policy = policy
      self.start = start
    }
  }

  /// What a sweep distinguishes only if it matters. It starts without, and restarts when it finds that it matters.
  @usableFromInline struct Needs: Equatable {
    /// The time at which a cancelled effect stops, which matters only to queued effects. Otherwise, the effect stops in
    /// the step that cancels it.
    @usableFromInline var lateStops = false
    /// The time since the beginning of the run, which matters only to rules that read it. No rule has another result at
    /// another time until one reads it.
    @usableFromInline var time = false
    @usableFromInline init() {}
  }

  @usableFromInline let needs: Needs
  @usableFromInline private(set) var usesQueue = false
  @usableFromInline let timeReads = ReadMark()
  /// What has been found to matter.
  @usableFromInline var foundNeeds: Needs {
    var found = needs
    if usesQueue { found.lateStops = true }
    if timeReads.isSet { found.time = true }
    return found
  }
  /// Whether there were more choices than the sweep tries.
  @usableFromInline var hasLeftOut = false
  /// The next timer if time has passed without a timer firing. This happens once per timer; otherwise time could be
  /// halved endlessly.
  @usableFromInline var halfway: RequestID?
  /// The pending timers, oldest first.
  @usableFromInline private(set) var timers: [RequestID] = []

  private var effects: [R.Effect] = []
  private var effectNumbers: [AnyHashable: Int32] = [:]
  private var commandNumbers: [Command: Int32] = [:]
  private var isNamed: [Bool] = [false]
  /// The latest command that requested each effect in this run.
  private var latest: [Int32: Int32] = [:]
  private var latestThrottle: Int32 = 0
  /// The commands that opened throttle windows, and the timer that is firing.
  private var windows: [RequestID: Int32] = [:]
  private var firing: RequestID?
  @usableFromInline let numberOfServer: (Server) -> Int32

  @usableFromInline init(_ needs: Needs, numberOfServer: @escaping (Server) -> Int32) {
    self.needs = needs
    self.numberOfServer = numberOfServer
  }

  /// Begins a run. The numbers of effects and commands are kept.
  @usableFromInline mutating func begin() {
    halfway = nil
    firing = nil
    timers.removeAll(keepingCapacity: true)
    latest.removeAll(keepingCapacity: true)
    windows.removeAll(keepingCapacity: true)
  }

  @usableFromInline mutating func note(_ commands: [EffectCommand<R.Effect, R.Output>]) {
    firing = nil
    for command in commands {
      guard case .run(let effect, let policy, let start) = command.operation else { continue }
      let number = number(of: Command(command.id, policy, start))
      latest[self.number(of: effect)] = number
      if case .throttle = start { latestThrottle = number }
      if policy == .queue { usesQueue = true }
    }
  }

  @usableFromInline mutating func start(_ timer: RequestID) {
    timers.append(timer)
    windows[timer] = firing.flatMap { windows[$0] } ?? latestThrottle
  }

  @usableFromInline mutating func fire(_ timer: RequestID) {
    remove(timer)
    firing = timer
  }

  @usableFromInline mutating func remove(_ timer: RequestID) { timers.removeAll { $0 == timer } }

  /// Returns the command that requested the effect, or 0 for a long-lived effect.
  @usableFromInline mutating func command(of effect: R.Effect) -> Int32 { latest[number(of: effect)] ?? 0 }

  @usableFromInline func command(ofWindow timer: RequestID) -> Int32 { windows[timer] ?? 0 }

  /// Returns whether the order of the command's effects matters, which is so only if its id has a name.
  @usableFromInline func keepsOrder(_ command: Int32) -> Bool { isNamed[Int(command)] }

  /// Returns the same number for equal effects.
  @usableFromInline mutating func number(of effect: R.Effect) -> Int32 {
    if let hashable = effect as? any Hashable {
      let key = AnyHashable(hashable)
      if let number = effectNumbers[key] { return number }
      effectNumbers[key] = Int32(effectNumbers.count)
      return Int32(effectNumbers.count - 1)
    }
    if let place = effects.firstIndex(of: effect) { return Int32(place) }
    effects.append(effect)
    return Int32(effects.count - 1)
  }

  private mutating func number(of command: Command) -> Int32 {
    if let number = commandNumbers[command] { return number }
    let number = Int32(isNamed.count)
    commandNumbers[command] = number
    isNamed.append(!command.id.name.isEmpty)
    return number
  }
}
