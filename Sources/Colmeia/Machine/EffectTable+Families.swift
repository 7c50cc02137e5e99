import ColmeiaMemory

extension EffectTable {
  /// The effects that one send has started, and their descendants, as long as any of them hasn't ended.
  @usableFromInline struct Family: Sendable {
    /// Identifies the family; 0 if the element isn't in use.
    @usableFromInline var key: UInt64 = 0
    /// The number of the send if it was enqueued, because its caller doesn't know the key; otherwise, 0.
    @usableFromInline var mark: UInt64 = 0
    /// The number of slots in the family.
    @usableFromInline var count: Int32 = 0
    /// The priority of the sending task, or 0 if it isn't set. It is stored as a number, because the compiler doesn't
    /// know the size of a `TaskPriority`.
    @usableFromInline var priority: UInt8 = 0
    /// Whether a caller waits for its end.
    @usableFromInline var isWatched = false
    @inlinable init() {}
  }

  /// The bit that is set in keys, whose lower half is the index of the family. The number of a send, which stands for
  /// the family until the send starts something, doesn't have this bit.
  @inlinable static var keyBit: UInt64 { 1 << 62 }
  /// The bit that is set in the number of an enqueued send.
  @inlinable static var queuedBit: UInt64 { 1 << 63 }

  /// Counts a slot that descends from `origin`, which is the number of a send or the key of a family. Returns the key.
  @inlinable @inline(__always) mutating func join(_ origin: UInt64) -> UInt64 {
    if origin == 0 { return 0 }
    if origin & Self.keyBit == 0, origin != newest.send { newest = (origin, found(by: origin)) }
    let key = origin & Self.keyBit == 0 ? newest.key : origin
    families[Index(truncatingIfNeeded: key)].count += 1
    return key
  }

  /// Creates a family for a send that starts something. It reuses the newest family if that has ended. Returns the key.
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

  /// Returns the key of the family that the newest send has founded, or 0.
  @inlinable func family(of send: UInt64) -> UInt64 { newest.send == send ? newest.key : 0 }

  /// Sets the priority of a family if it has none yet: that of its sender, whichever task starts its effects later.
  @inlinable @inline(never) mutating func setPriority(of key: UInt64, to priority: UInt8? = nil) {
    let place = Index(truncatingIfNeeded: key)
    if key != 0, families[place].priority == 0 { families[place].priority = priority ?? currentPriority() }
  }

  /// Returns the priority of a request's family, which is set if it isn't yet, or `nil` for a long-lived effect.
  @inlinable mutating func priority(of id: RequestID) -> TaskPriority? {
    guard isCurrent(id), slots[id.slot].origin != 0 else { return nil }
    setPriority(of: slots[id.slot].origin)
    return TaskPriority(rawValue: families[Index(truncatingIfNeeded: slots[id.slot].origin)].priority)
  }

  /// Removes an ended slot from its family.
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

  /// Watches a family, so that its key is added to `settled` when it ends. Returns the key, or 0 if the family has
  /// ended.
  @usableFromInline mutating func watch(_ origin: UInt64) -> UInt64 {
    let key = origin & Self.queuedBit == 0 ? origin : queuedFamilies[origin] ?? 0
    let place = Index(truncatingIfNeeded: key)
    guard key != 0, Int(place) < families.count, families[place].key == key else { return 0 }
    families[place].isWatched = true
    return key
  }
}

/// The priority of the current task, never 0.
@inlinable func currentPriority() -> UInt8 { max(1, Task.currentPriority.rawValue) }
