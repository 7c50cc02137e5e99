import Colmeia

/// The outcomes of the effects met so far, and how often each was chosen.
///
/// Most features ask for few different effects again and again: the last 32 are remembered, so that their
/// outcomes need not be made anew. This is invisible: outcomes are a function of the effect.
@usableFromInline struct OutcomeTable<R: Reducer> {
  @usableFromInline struct Entry {
    @usableFromInline let effect: R.Effect
    @usableFromInline let outcomes: [Outcome<R.Action>]
    @usableFromInline let weight: Int
    @usableFromInline var counts: [Int]

    @inlinable init(_ effect: R.Effect, _ outcomes: [Outcome<R.Action>]) {
      self.effect = effect
      self.outcomes = outcomes.isEmpty ? [.end] : outcomes
      weight = self.outcomes.reduce(0) { $0 + $1.weight }
      counts = Array(repeating: 0, count: self.outcomes.count)
    }
  }

  @usableFromInline let make: @Sendable (R.Effect) -> [Outcome<R.Action>]
  @usableFromInline var entries: [Entry] = []
  @usableFromInline var oldest = 0
  /// What was counted in entries that had to make room.
  @usableFromInline var forgotten: [String: Int] = [:]

  @inlinable init(_ make: @escaping @Sendable (R.Effect) -> [Outcome<R.Action>]) { self.make = make }

  /// Where the outcomes of `effect` are; valid until the next call.
  @inlinable mutating func place(of effect: R.Effect) -> Int {
    for place in entries.indices where entries[place].effect == effect { return place }
    return add(effect)
  }

  @inlinable @inline(never) mutating func add(_ effect: R.Effect) -> Int {
    let entry = Entry(effect, make(effect))
    if entries.count < 32 {
      entries.append(entry)
      return entries.count - 1
    }
    let place = oldest
    oldest = (oldest + 1) % entries.count
    forgotten.merge(labels(of: entries[place]), uniquingKeysWith: +)
    entries[place] = entry
    return place
  }

  /// An outcome by weight; those whose bit is not set in `mask` are left out, if others are left.
  @inlinable func choose(_ place: Int, _ random: inout SplitMix64, mask: UInt64) -> Int {
    let count = entries[place].outcomes.count
    if count == 1 { return 0 }
    var mask = mask
    var weight = 0
    for outcome in 0..<count { weight += self.weight(place, outcome, mask) }
    if weight == 0 {
      mask = .max
      weight = entries[place].weight
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

  /// How often each kind of outcome was chosen, by name.
  var counts: [(name: String, count: Int)] {
    let all = entries.reduce(into: forgotten) { $0.merge(labels(of: $1), uniquingKeysWith: +) }
    return all.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }
}
