import ColmeiaMemory

extension EffectTable {
  /// What one send has started, and what has descended from it, as long as any of it is not over.
  @usableFromInline struct Family: Sendable {
    /// Says which family it is; 0 when there is none.
    @usableFromInline var key: UInt64 = 0
    /// The mark of a send that was queued, whose caller could not be told the key; else 0.
    @usableFromInline var mark: UInt64 = 0
    /// How many slots belong to it.
    @usableFromInline var count: Int32 = 0
    /// That of the task that has sent, if it has only left the action for others to reduce. A number,
    /// because the compiler does not know the size of a `TaskPriority`.
    @usableFromInline var priority: UInt8?
    /// Whether somebody waits for its end.
    @usableFromInline var isWatched = false
    @inlinable init() {}
  }

  /// Set in keys: their lower half is the family's place. A send's own number, which stands for it until it starts
  /// something, does not have this bit.
  @inlinable static var keyBit: UInt64 { 1 << 62 }
  /// Set in the number of a send that was queued.
  @inlinable static var queuedBit: UInt64 { 1 << 63 }

  /// Counts a slot that descends from `origin`, the number of a send or the key of a family; answers the key.
  @inlinable @inline(__always) mutating func join(_ origin: UInt64) -> UInt64 {
    if origin == 0 { return 0 }
    if origin & Self.keyBit == 0, origin != newest.send { newest = (origin, found(by: origin)) }
    let key = origin & Self.keyBit == 0 ? newest.key : origin
    families[Index(truncatingIfNeeded: key)].count += 1
    return key
  }

  /// A family for a send that starts something, in the place of the newest one if that has ended.
  @inlinable mutating func found(by send: UInt64) -> UInt64 {
    var place = Index(truncatingIfNeeded: newest.key)
    if newest.key == 0 || families[place].count > 0 { place = families.insert(Family()) }
    let key = Self.keyBit | (nextNumber << 32) & (Self.keyBit - 1) | UInt64(UInt32(bitPattern: place))
    families[place].key = key
    if send & Self.queuedBit != 0 {
      families[place].mark = send
      queuedFamilies[send] = key
    }
    return key
  }

  /// The priority of the send from which the request descends, if that was queued.
  @inlinable func priority(of id: RequestID) -> TaskPriority? {
    guard isCurrent(id), slots[id.slot].origin != 0 else { return nil }
    return families[Index(truncatingIfNeeded: slots[id.slot].origin)].priority.map(TaskPriority.init(rawValue:))
  }

  /// One of the family's slots is over.
  @inlinable @inline(__always) mutating func part(from key: UInt64) {
    if key == 0 { return }
    let place = Index(truncatingIfNeeded: key)
    families[place].count &-= 1
    if families[place].count == 0 { end(place, key) }
  }

  @inlinable mutating func end(_ place: Index, _ key: UInt64) {
    if families[place].isWatched { settled.append(key) }
    if families[place].mark != 0 { queuedFamilies[families[place].mark] = nil }
    if newest.key == key {
      newest.send = 0
      families[place] = Family()
    } else {
      families.remove(at: place, leaving: Family())
    }
  }

  /// Sees to it that the end of a send's family will stand in `settled`; answers its key, 0 when nothing of it is left.
  @usableFromInline mutating func watch(_ origin: UInt64) -> UInt64 {
    let key = origin & Self.queuedBit == 0 ? origin : queuedFamilies[origin] ?? 0
    let place = Index(truncatingIfNeeded: key)
    guard key != 0, Int(place) < families.count, families[place].key == key else { return 0 }
    families[place].isWatched = true
    return key
  }
}
