import Colmeia

/// The effects that have started and not ended, oldest first.
///
/// Request ids are assigned in the order in which requests start, so an entry is found by its id with a binary search.
/// By its value an effect is found with a linear scan from the oldest, because effects need not be hashable. Removing
/// an entry from the middle leaves a gap. Gaps are removed when they far outnumber the running effects.
@usableFromInline struct RunningEffects<Effect: Sendable & Equatable>: Sendable {
  @usableFromInline struct Entry: Sendable {
    @usableFromInline let id: RequestID
    @usableFromInline let effect: Effect
    /// The line of the test step that started the effect.
    @usableFromInline let line: UInt
    @usableFromInline var isOver = false
    @inlinable init(id: RequestID, effect: Effect, line: UInt) {
      self.id = id
      self.effect = effect
      self.line = line
    }
  }

  @usableFromInline var entries: [Entry] = []
  /// The index of the oldest running effect.
  @usableFromInline var first = 0
  @usableFromInline var count = 0

  @inlinable init() {}

  var all: [Entry] { entries[first...].filter { !$0.isOver } }

  @inlinable mutating func append(_ id: RequestID, _ effect: Effect, line: UInt) {
    entries.append(Entry(id: id, effect: effect, line: line))
    count += 1
  }

  /// Returns the index of the effect that is preceded by `skipped` equal ones, or `nil` if there is none.
  ///
  /// - Complexity: O(*n*) for *n* running effects.
  @inlinable func index(of effect: Effect, skipping skipped: Int) -> Int? {
    var left = skipped
    for index in first..<entries.count where !entries[index].isOver && entries[index].effect == effect {
      if left == 0 { return index }
      left -= 1
    }
    return nil
  }

  /// - Complexity: O(log *n*).
  @inlinable func index(of id: RequestID) -> Int? {
    var (low, high) = (first, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].id.number < id.number { low = middle + 1 } else { high = middle }
    }
    return low < entries.count && entries[low].id == id && !entries[low].isOver ? low : nil
  }

  /// - Complexity: Amortized O(1).
  @inlinable mutating func remove(at index: Int) {
    count -= 1
    entries[index].isOver = true
    while first < entries.count, entries[first].isOver { first += 1 }
    if first == entries.count || entries.count > 4 * (count + 8) { closeGaps() }
  }

  @inlinable mutating func closeGaps() {
    if count == 0 {
      entries.removeAll(keepingCapacity: true)
    } else {
      entries.removeAll { $0.isOver }
    }
    first = 0
  }
}
