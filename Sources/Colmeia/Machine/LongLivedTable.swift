/// The long-lived effects that the state named after the last step, and the request that each was given.
@usableFromInline struct LongLivedTable<Effect: Sendable & Equatable>: Sendable {
  @usableFromInline var wanted: LongLivedEffects<Effect> = .none
  @usableFromInline var entries: [Entry] = []

  @usableFromInline struct Entry: Sendable {
    @usableFromInline let id: EffectID
    @usableFromInline let effect: Effect
    /// No longer live when the effect has returned by itself.
    @usableFromInline let request: RequestID?
    @inlinable init(id: EffectID, effect: Effect, request: RequestID?) {
      self.id = id
      self.effect = effect
      self.request = request
    }
  }

  @inlinable init() {}

  /// Starts what is new in `next`, cancels what has left, restarts what has changed.
  ///
  /// - Complexity: O(entries).
  @inlinable @inline(never) mutating func reconcile(
    with next: LongLivedEffects<Effect>, _ table: inout EffectTable<Effect>
  ) {
    var old: [EffectID: Entry] = [:]
    for entry in entries { old[entry.id] = entry }
    var seen: Set<EffectID> = []
    let unique = next.entries.filter { entry in
      if seen.insert(entry.id).inserted { return true }
      table.requests.append(.report(.duplicateLongLivedID(entry.id)))
      return false
    }
    for entry in entries where !seen.contains(entry.id) { cancel(entry, &table) }
    entries = unique.map { entry in
      if let running = old[entry.id] {
        if running.effect == entry.effect { return running }
        cancel(running, &table)
      }
      return Entry(id: entry.id, effect: entry.effect, request: table.startLongLived(entry.effect, entry.id))
    }
    wanted = next
  }

  @inlinable func cancel(_ entry: Entry, _ table: inout EffectTable<Effect>) {
    if let request = entry.request, table.isLive(request) { table.drop(request.slot) }
  }
}

extension EffectTable {
  @inlinable mutating func startLongLived(_ effect: Effect, _ id: EffectID) -> RequestID? {
    guard let slot = allocate(.longLived, 0, for: id) else { return nil }
    requests.append(.start(self.id(slot), effect))
    return self.id(slot)
  }
}
