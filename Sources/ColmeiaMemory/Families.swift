/// The families of effects that sends have started. This type isn't generic, so that apps don't compile it again.
@usableFromInline package struct Families: ~Copyable {
  @usableFromInline package typealias Index = Int32

  /// The effects that one send has started, and their descendants, as long as any of them hasn't ended.
  @usableFromInline package struct Family: Sendable {
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

  @usableFromInline package var all = Pool<Family>()
  /// The last send that has started something, or 0 once that has ended, and the key of its family, whose place is
  /// kept.
  @usableFromInline var newest: (send: UInt64, key: UInt64) = (0, 0)
  /// The keys of the families whose send was enqueued, by the number of the send.
  @usableFromInline package var queued: [UInt64: UInt64] = [:]
  /// The keys of watched families that have ended since the last check.
  @usableFromInline package var settled: [UInt64] = []

  @usableFromInline package init() {}

  /// The bit that is set in keys, whose lower half is the index of the family. The number of a send, which stands for
  /// the family until the send starts something, doesn't have this bit.
  @inlinable static var keyBit: UInt64 { 1 << 62 }
  /// The bit that is set in the number of an enqueued send.
  @inlinable package static var queuedBit: UInt64 { 1 << 63 }

  /// Counts a slot that descends from `origin`, which is the number of a send or the key of a family. Returns the key.
  /// A new family is identified by `number`, which must not have been used before.
  @inlinable @inline(__always) package mutating func join(_ origin: UInt64, _ number: UInt64) -> UInt64 {
    if origin == 0 { return 0 }
    if origin & Self.keyBit == 0, origin != newest.send { found(by: origin, number) }
    let key = origin & Self.keyBit == 0 ? newest.key : origin
    all[Index(truncatingIfNeeded: key)].count += 1
    return key
  }

  /// Creates a family for a send that starts something. It reuses the newest family if that has ended.
  @usableFromInline mutating func found(by send: UInt64, _ number: UInt64) {
    var place = Index(truncatingIfNeeded: newest.key)
    if newest.key == 0 || all[place].count > 0 { place = all.insert(Family()) }
    let key = Self.keyBit | (number << 32) & (Self.keyBit - 1) | UInt64(UInt32(bitPattern: place))
    all[place].key = key
    newest = (send, key)
    if send & Self.queuedBit != 0 {
      all[place].mark = send
      queued[send] = key
    }
  }

  /// Returns the key of the family that the newest send has founded, or 0.
  @inlinable package func key(of send: UInt64) -> UInt64 { newest.send == send ? newest.key : 0 }

  /// Sets the priority of a family if it has none yet: that of its sender, whichever task starts its effects later.
  @usableFromInline package mutating func setPriority(of key: UInt64, to priority: UInt8? = nil) {
    let place = Index(truncatingIfNeeded: key)
    if key != 0, all[place].priority == 0 { all[place].priority = priority ?? currentPriority() }
  }

  /// Returns the priority of a family, which is set if it isn't yet.
  @usableFromInline package mutating func priority(of key: UInt64) -> TaskPriority {
    setPriority(of: key)
    return TaskPriority(rawValue: all[Index(truncatingIfNeeded: key)].priority)
  }

  /// Removes an ended slot from its family.
  @inlinable @inline(__always) package mutating func part(from key: UInt64) {
    if key == 0 { return }
    let place = Index(truncatingIfNeeded: key)
    all[place].count &-= 1
    if all[place].count == 0 { end(place, key) }
  }

  @usableFromInline mutating func end(_ place: Index, _ key: UInt64) {
    if all[place].isWatched { settled.append(key) }
    if all[place].mark != 0 { queued[all[place].mark] = nil }
    if newest.key == key {
      newest.send = 0
      all[place] = Family()
    } else {
      all.remove(at: place, leaving: Family())
    }
  }

  /// Watches a family, so that its key is added to `settled` when it ends. Returns the key, or 0 if the family has
  /// ended.
  @usableFromInline package mutating func watch(_ origin: UInt64) -> UInt64 {
    let key = origin & Self.queuedBit == 0 ? origin : queued[origin] ?? 0
    let place = Index(truncatingIfNeeded: key)
    guard key != 0, Int(place) < all.count, all[place].key == key else { return 0 }
    all[place].isWatched = true
    return key
  }

  @usableFromInline package mutating func removeAll() {
    all.removeAll()
    (newest, queued, settled) = ((0, 0), [:], [])
  }

  /// Releases memory after a large number of families has ended.
  @usableFromInline package mutating func shrink() {
    if newest.key != 0, newest.send == 0 {
      all.remove(at: Index(truncatingIfNeeded: newest.key), leaving: Family())
      newest.key = 0
    }
    all.shrink()
    if queued.isEmpty { queued = [:] }
  }
}

/// The priority of the current task, never 0.
@inlinable package func currentPriority() -> UInt8 { max(1, Task.currentPriority.rawValue) }
