import Colmeia
import ColmeiaJSON

/// The outcomes of the effects seen so far, and how often each was chosen.
///
/// Most features request a few different effects again and again, so their outcomes are cached. This isn't observable
/// because outcomes are a function of the effect. With a model of the server they aren't, and are computed each time.
///
/// Counts are added up by name when an effect leaves the cache. With a server, they are added up at once, but only in a
/// part of the runs, because making the names may take as long as a run.
@usableFromInline struct OutcomeTable<R: Reducer, Server: Sendable> {
  @usableFromInline struct Entry {
    @usableFromInline let effect: R.Effect
    @usableFromInline let outcomes: [Outcome<R.Action, Server>]
    @usableFromInline let weight: Int
    @usableFromInline var counts: [Int]

    @inlinable init(_ effect: R.Effect, _ outcomes: [Outcome<R.Action, Server>]) {
      self.effect = effect
      self.outcomes = outcomes.isEmpty ? [.finish] : outcomes
      weight = self.outcomes.reduce(0) { $0 + $1.weight }
      counts = Array(repeating: 0, count: self.outcomes.count)
    }
  }

  @inlinable static var remembered: Int { 32 }
  /// The maximum number of kinds of effects, and of outcomes of each.
  @inlinable static var mostNames: Int { 500 }

  @usableFromInline var entries: [Entry] = []
  /// The index of the latest effect for each hash of an effect's bytes. An effect with the same bytes as a retained one
  /// is equal to it.
  @usableFromInline var slots = [UInt8](repeating: 0, count: 64)
  @usableFromInline var oldest = 0
  /// The number of times that each outcome was chosen, by the names of the effect and the outcome.
  @usableFromInline var tallies: [String: [String: Int]] = [:]
  /// The number of outcomes that have no name because there are too many.
  @usableFromInline var unnamed = 0
  @usableFromInline let hasServer: Bool
  /// Whether the outcomes of this run are counted if there is a server.
  @usableFromInline var isCounting = true
  @usableFromInline var effectNames: KnownNames<R.Effect>
  @usableFromInline var answerNames: KnownNames<R.Action>
  @usableFromInline var sentNames: KnownNames<R.Action>

  @inlinable init(hasServer: Bool) {
    self.hasServer = hasServer
    let limit = hasServer ? Int.max : 1_000
    effectNames = KnownNames(limit: limit)
    answerNames = KnownNames(prefix: "answers ", limit: limit)
    sentNames = KnownNames(limit: limit)
  }

  /// Returns the index of the entry for `effect`, which is valid until the next call.
  @inlinable mutating func index(of effect: R.Effect, _ plan: Plan<R, Server>, _ server: Server) -> Int {
    if plan.hasServer { return make(for: effect, plan, server) }
    let bytes = Int(truncatingIfNeeded: hash(ofBytesOf: effect) >> 58)
    let latest = Int(slots[bytes])
    if latest < entries.count, haveSameBytes(entries[latest].effect, effect) { return latest }
    let index = entries.indices.first { entries[$0].effect == effect } ?? make(for: effect, plan, server)
    slots[bytes] = UInt8(truncatingIfNeeded: index)
    return index
  }

  @inlinable @inline(never) mutating func make(for effect: R.Effect, _ plan: Plan<R, Server>, _ server: Server) -> Int {
    switch plan.explorer.outcomesOf {
    case .undeclared: return add(effect, [.finish])
    case .ofEffect(let make): return add(effect, make(effect))
    case .ofServer(let make):
      let entry = Entry(effect, make(effect, server))
      if entries.isEmpty { entries.append(entry) } else { entries[0] = entry }
      return 0
    }
  }

  @inlinable mutating func add(_ effect: R.Effect, _ outcomes: [Outcome<R.Action, Server>]) -> Int {
    let entry = Entry(effect, outcomes)
    if entries.count < Self.remembered {
      entries.append(entry)
      return entries.count - 1
    }
    let index = oldest
    oldest = (oldest + 1) % entries.count
    tally(index)
    entries[index] = entry
    return index
  }

  /// Counts a chosen outcome.
  @inlinable mutating func count(_ outcome: Int, at index: Int) {
    entries[index].counts[outcome] += 1
    if hasServer, isCounting { tally(index) }
  }

  /// Adds the counts of an entry to those of the same names, including outcomes that weren't chosen.
  @inlinable mutating func tally(_ index: Int) {
    let effect = effectNames.name(of: entries[index].effect)
    for outcome in entries[index].outcomes.indices {
      let count = entries[index].counts[outcome]
      if let effect, let label = label(of: entries[index].outcomes[outcome].kind), isNamed(effect, label) {
        tallies[effect, default: [:]][label, default: 0] += count
      } else {
        unnamed += count
      }
    }
  }

  @inlinable func isNamed(_ effect: String, _ label: String) -> Bool {
    guard let tally = tallies[effect] else { return tallies.count < Self.mostNames }
    return tally.count < Self.mostNames || tally[label] != nil
  }

  /// Returns the name of an outcome; see `Outcome.label`.
  @inlinable mutating func label(of outcome: Outcome<R.Action, Server>.Kind) -> String? {
    switch outcome {
    case .answer(let action): return answerNames.name(of: action)
    case .resolve(let actions, _):
      var names: [String] = []
      for action in actions {
        guard let name = sentNames.name(of: action) else { return nil }
        names.append(name)
      }
      return Outcome<R.Action, Server>.label(ofSent: names)
    case .end: return "finishes"
    case .never: return "never ends"
    }
  }

  /// Draws an outcome by weight, from those whose bits are set in `mask`, or from all if no bit is set.
  @inlinable func choose(_ index: Int, _ random: inout SplitMix64, mask: UInt64) -> Int {
    let count = entries[index].outcomes.count
    if count == 1 { return 0 }
    var mask = mask
    var weight = 0
    if mask == .max {
      weight = entries[index].weight
    } else {
      for outcome in 0..<count { weight += self.weight(index, outcome, mask) }
      if weight == 0 {
        mask = .max
        weight = entries[index].weight
      }
    }
    var left = random.below(weight)
    for outcome in 0..<count {
      left -= self.weight(index, outcome, mask)
      if left < 0 { return outcome }
    }
    return 0
  }

  @inlinable func weight(_ index: Int, _ outcome: Int, _ mask: UInt64) -> Int {
    (mask >> UInt64(truncatingIfNeeded: outcome & 63)) & 1 == 0 ? 0 : entries[index].outcomes[outcome].weight
  }

  /// The number of times that each kind of outcome was chosen, by name.
  @usableFromInline var counts: [String: Int] {
    var all: [String: Int] = [:]
    for (effect, tally) in tallies {
      for (label, count) in tally { all["\(effect) \(label)"] = count }
    }
    for entry in entries where !hasServer {
      let effect = Text.head(entry.effect)
      for (outcome, count) in zip(entry.outcomes, entry.counts) {
        all["\(effect) \(outcome.label)", default: 0] += count
      }
    }
    if unnamed > 0 {
      all = all.filter { $0.value > 0 }  // those that are zero may be among the unnamed ones
      all["(other effects)"] = unnamed
    }
    return all
  }
}
