import Synchronization

/// The ids of the rows that a table has changed last, so that code that keeps something for each row need not look at all of
/// them to find out which have changed.
///
/// Each change takes a stamp that the whole process uses once. So a stamp names one content, and a table that was copied and
/// changed in two ways has two.
@usableFromInline struct ChangeLog<ID: Sendable>: Sendable {
  @usableFromInline static var limit: Int { 32 }

  /// An id that has changed, with the stamp after that. Nil stands for a beginning.
  @usableFromInline struct Entry: Sendable {
    @usableFromInline let stamp: UInt64
    @usableFromInline let id: ID?
    @usableFromInline let isRemoval: Bool

    @inlinable init(_ stamp: UInt64, _ id: ID?, isRemoval: Bool) {
      self.stamp = stamp
      self.id = id
      self.isRemoval = isRemoval
    }
  }

  @usableFromInline var stamp: UInt64
  /// The newest changes, oldest first, behind the stamp from which they lead to `stamp`.
  @usableFromInline var entries: [Entry] = []

  @inlinable init() { stamp = Self.next() }

  @inlinable static func next() -> UInt64 { newestStamp.wrappingAdd(1, ordering: .relaxed).newValue }

  @inlinable mutating func note(_ id: ID, isRemoval: Bool = false) {
    if entries.isEmpty {
      entries.reserveCapacity(Self.limit)
      entries.append(Entry(stamp, nil, isRemoval: false))
    } else if entries.count == Self.limit {
      entries.removeFirst(Self.limit / 2)
    }
    stamp = Self.next()
    entries.append(Entry(stamp, id, isRemoval: isRemoval))
  }

  /// Notes many removed ids; more than there is room for are a new beginning.
  @inlinable mutating func note(removed ids: some Collection<ID>) {
    if ids.count >= Self.limit { self = ChangeLog() } else { for id in ids { note(id, isRemoval: true) } }
  }

  /// What has changed since the stamp; nil when that is not known.
  @inlinable func entries(since known: UInt64) -> ArraySlice<Entry>? {
    if known == stamp { return [] }
    guard let index = entries.lastIndex(where: { $0.stamp == known }) else { return nil }
    return entries[(index + 1)...]
  }
}

@usableFromInline let newestStamp = Atomic<UInt64>(0)
