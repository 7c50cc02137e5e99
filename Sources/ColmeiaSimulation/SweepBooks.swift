import Colmeia

/// What a sweep knows of effects and timers beyond what a machine shows, so that it can tell two situations apart: under
/// which id each was asked for, and which effects and servers are equal.
///
/// It reads the commands of each step from the reducer itself.
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

  /// Whether a cancelled effect stops in the step that cancels it. When it stops makes a difference only to what is queued,
  /// so a sweep begins like this, and begins again when it meets a queue.
  @usableFromInline var stopsAtOnce = true
  @usableFromInline private(set) var usesQueue = false
  /// Whether there were more choices than are tried.
  @usableFromInline var hasLeftOut = false
  /// The next timer when time passed without one firing. It passes once for each timer, or there would be no end of halves.
  @usableFromInline var halfway: RequestID?
  /// The timers that wait, oldest first.
  @usableFromInline private(set) var timers: [RequestID] = []

  private var effects: [R.Effect] = []
  private var effectNumbers: [AnyHashable: Int32] = [:]
  private var commandNumbers: [Command: Int32] = [:]
  private var isNamed: [Bool] = [false]
  /// The command that has asked for an effect last, in this run.
  private var latest: [Int32: Int32] = [:]
  private var latestThrottle: Int32 = 0
  /// The commands that have opened the windows of throttles, and the timer that fires.
  private var windows: [RequestID: Int32] = [:]
  private var firing: RequestID?
  @usableFromInline let numberOfServer: (Server) -> Int32

  @usableFromInline init(numberOfServer: @escaping (Server) -> Int32) { self.numberOfServer = numberOfServer }

  /// Begins a run. Numbers stay what they are.
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

  /// The command that has asked for the effect; 0 for long-lived ones.
  @usableFromInline mutating func lane(of effect: R.Effect) -> Int32 { latest[number(of: effect)] ?? 0 }

  @usableFromInline func lane(ofWindow timer: RequestID) -> Int32 { windows[timer] ?? 0 }

  /// Whether the order of effects under the id matters: only if it has a name.
  @usableFromInline func keepsOrder(_ lane: Int32) -> Bool { isNamed[Int(lane)] }

  /// The same number for equal effects.
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
