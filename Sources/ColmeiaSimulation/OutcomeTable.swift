import Colmeia
import ColmeiaMemory
import ColmeiaNumbers

/// The outcomes of the effects seen so far, and how often each was chosen.
///
/// Most features request a few different effects again and again, so their outcomes are cached. This isn't observable
/// because outcomes are a function of the effect. With a model of the server they aren't, and are computed each time.
///
/// Names for coverage reports are made by reflection, which takes a thousand times as long as a step. Counts are
/// therefore assigned to names at the end, and effects beyond the first few hundred are only counted.
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
  @inlinable static var named: Int { 200 }

  @usableFromInline var entries: [Entry] = []
  /// The index of the latest effect for each hash of an effect's bytes. An effect with the same bytes as a retained one
  /// is equal to it.
  @usableFromInline var places = [UInt8](repeating: 0, count: 64)
  @usableFromInline var oldest = 0
  /// The number of entries that were evicted.
  @usableFromInline var evicted = 0
  /// The counts of evicted entries, by name.
  @usableFromInline var forgotten: [String: Int] = [:]
  @usableFromInline var unnamed = 0
  /// Whether the outcomes depend on the server. An outcome that was never chosen is then not reported.
  @usableFromInline var isVarying = false

  @inlinable init() {}

  /// Returns the index of the entry for `effect`, which is valid until the next call.
  @inlinable mutating func place(of effect: R.Effect, _ plan: Plan<R, Server>, _ server: Server) -> Int {
    if plan.hasServer { return make(for: effect, plan, server) }
    let bytes = Int(truncatingIfNeeded: hash(ofBytesOf: effect) >> 58)
    let latest = Int(places[bytes])
    if latest < entries.count, haveSameBytes(entries[latest].effect, effect) { return latest }
    let place = entries.indices.first { entries[$0].effect == effect } ?? make(for: effect, plan, server)
    places[bytes] = UInt8(truncatingIfNeeded: place)
    return place
  }

  @inlinable @inline(never) mutating func make(for effect: R.Effect, _ plan: Plan<R, Server>, _ server: Server) -> Int {
    switch plan.outcomes {
    case .undeclared: return add(effect, [.finish])
    case .ofEffect(let make): return add(effect, make(effect))
    case .ofServer(let make):
      isVarying = true
      return add(effect, make(effect, server))
    }
  }

  @inlinable mutating func add(_ effect: R.Effect, _ outcomes: [Outcome<R.Action, Server>]) -> Int {
    let entry = Entry(effect, outcomes)
    if entries.count < Self.remembered {
      entries.append(entry)
      return entries.count - 1
    }
    let place = oldest
    oldest = (oldest + 1) % entries.count
    forget(entries[place])
    entries[place] = entry
    return place
  }

  @inlinable mutating func forget(_ entry: Entry) {
    evicted += 1
    if evicted <= Self.named {
      forgotten.merge(labels(of: entry), uniquingKeysWith: +)
    } else {
      for count in entry.counts { unnamed += count }
    }
  }

  /// Draws an outcome by weight, from those whose bits are set in `mask`, or from all if no bit is set.
  @inlinable func choose(_ place: Int, _ random: inout SplitMix64, mask: UInt64) -> Int {
    let count = entries[place].outcomes.count
    if count == 1 { return 0 }
    var mask = mask
    var weight = 0
    if mask == .max {
      weight = entries[place].weight
    } else {
      for outcome in 0..<count { weight += self.weight(place, outcome, mask) }
      if weight == 0 {
        mask = .max
        weight = entries[place].weight
      }
    }
    var left = random.below(weight)
    for outcome in 0..<count {
      left -= self.weight(place, outcome, mask)
      if left < 0 { return outcome }
    }
    return 0
  }

  @inlinable func weight(_ place: Int, _ outcome: Int, _ mask: UInt64) -> Int {
    (mask >> UInt64(truncatingIfNeeded: outcome & 63)) & 1 == 0 ? 0 : entries[place].outcomes[outcome].weight
  }

  @usableFromInline func labels(of entry: Entry) -> [String: Int] {
    let pairs = zip(entry.outcomes, entry.counts).map { ("\(Text.head(entry.effect)) \($0.label)", $1) }
    return Dictionary(pairs, uniquingKeysWith: +)
  }

  /// The number of times that each kind of outcome was chosen, by name.
  @usableFromInline var counts: [String: Int] {
    var all = entries.reduce(into: forgotten) { $0.merge(labels(of: $1), uniquingKeysWith: +) }
    if isVarying || unnamed > 0 { all = all.filter { $0.value > 0 } }
    if unnamed > 0 { all["(other effects)"] = unnamed }
    return all
  }
}
