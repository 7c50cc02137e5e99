import ColmeiaJSON
import ColmeiaScenario

/// The faults of a scenario's network, as a pure list of rules. A request is affected by the first matching delay and
/// by the first matching rule of any other kind.
package struct FaultPlan: Sendable {
  /// The faults that affect a request.
  struct Decision: Sendable, Equatable {
    var delay = Duration.zero
    var fault: Fault?
  }

  /// Where a fault is written.
  package struct Location: Sendable, Equatable {
    /// The position of its statement in the text.
    package var position: Int
    /// The positions of the calls of procedures through which it began, outermost first.
    package var calls: [Int]

    package init(_ position: Int, calls: [Int] = []) { (self.position, self.calls) = (position, calls) }
  }

  private struct Rule {
    var fault: Fault
    var location: Location
    var end: Duration?
    /// The devices for which the fault was ended.
    var exempt: Set<String> = []
    /// Whether the fault has affected a request.
    var isUsed = false
    /// Whether any request was sent since the fault began.
    var hasSeenRequest = false
    /// The older fault that has affected a request instead.
    var hider: Fault?
  }

  /// A fault that has affected no request.
  package struct Unused: Sendable, Equatable {
    package var fault: Fault
    package var location: Location
    /// The older fault that has affected a matching request instead, or `nil` if no request has matched.
    package var hider: Fault?
  }

  private var rules: [Rule] = []
  /// The faults that have ended without affecting a request.
  private var missed: [(fault: Unused, hasSeenRequest: Bool)] = []
  /// The numbers of delayed requests, by device, method and path. Concurrent requests come in any order, so the delay of
  /// each depends only on earlier ones of its kind.
  private var delayed: [String: UInt64] = [:]
  private static let delayedLimit = 10_000
  let seed: UInt64

  init(seed: UInt64) { self.seed = seed }

  /// Adds a fault at a time of the scenario's world.
  ///
  /// - Parameter isUsed: Whether the fault has already had an effect.
  mutating func add(_ fault: Fault, at now: Duration, _ location: Location = Location(0), isUsed: Bool = false) {
    if fault.call.effect.isClear {
      func isEnded(_ rule: Rule) -> Bool { fault.pattern == nil || rule.fault.pattern == fault.pattern }
      removeRules { isEnded($0) && (fault.device == nil || $0.fault.device == fault.device) }
      // A fault of all devices goes on for the others.
      guard let device = fault.device else { return }
      for position in rules.indices where isEnded(rules[position]) { rules[position].exempt.insert(device) }
    } else {
      rules.append(Rule(fault: fault, location: location, end: fault.duration.map { now + $0 }, isUsed: isUsed))
    }
  }

  /// Returns the faults that affect a request at a time of the scenario's world.
  mutating func decide(method: String, path: String, device: String = "", at now: Duration) -> Decision {
    removeRules { $0.end.map { $0 <= now } ?? false }
    for position in rules.indices { rules[position].hasSeenRequest = true }
    var decision = Decision()
    if let times = use(method, path, device, isDelay: true)?.call.effect.delay {
      decision.delay = delay(times, of: "\(device) \(method) \(path)")
    }
    decision.fault = use(method, path, device, isDelay: false)
    return decision
  }

  /// Returns the faults that haven't affected any request.
  ///
  /// - Parameter isOver: Whether to return also those since which no request was sent.
  func unused(isOver: Bool) -> [Unused] {
    (missed + rules.compactMap(Self.unused)).filter { isOver || $0.hasSeenRequest }.map(\.fault)
  }

  private static func unused(_ rule: Rule) -> (fault: Unused, hasSeenRequest: Bool)? {
    rule.isUsed
      ? nil : (Unused(fault: rule.fault, location: rule.location, hider: rule.hider), rule.hasSeenRequest)
  }

  private mutating func removeRules(where isOver: (Rule) -> Bool) {
    rules.removeAll { rule in
      guard isOver(rule) else { return false }
      if let unused = Self.unused(rule) { missed.append(unused) }
      return true
    }
  }

  private mutating func use(_ method: String, _ path: String, _ device: String, isDelay: Bool) -> Fault? {
    let matching = rules.indices.filter { position in
      let rule = rules[position]
      if (rule.fault.call.effect.delay != nil) != isDelay { return false }
      if rule.exempt.contains(device) { return false }
      if let only = rule.fault.device, only != device { return false }
      return rule.fault.pattern?.matches(method: method, path: path) ?? true
    }
    guard let index = matching.first else { return nil }
    let fault = rules[index].fault
    for position in matching.dropFirst() { rules[position].hider = fault }
    rules[index].isUsed = true
    if let times = rules[index].fault.times {
      if times > 1 { rules[index].fault.times = times - 1 } else { rules.remove(at: index) }
    }
    return fault
  }

  private mutating func delay(_ times: ClosedRange<Duration>, of request: String) -> Duration {
    let (low, high) = (times.lowerBound, times.upperBound)
    guard low < high else { return low }
    if delayed.count >= Self.delayedLimit { delayed = [:] }
    delayed[request, default: 0] += 1
    let mixed = SplitMix64.mix(FNV1a.hash(request.utf8, seed: seed) &+ delayed[request, default: 0])
    return low + (high - low) * (Double(mixed >> 11) / Double(1 << 53))
  }
}
