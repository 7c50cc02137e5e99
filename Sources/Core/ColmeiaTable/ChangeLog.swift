import Synchronization

/// The ids of the rows that a table has changed most recently, so that code that stores something for each row can find
/// the changed rows without checking all of them.
///
/// Each change takes a stamp that is unique within the process. So a stamp identifies one content, and two copies of a
/// table that were changed separately have different stamps.
@usableFromInline struct ChangeLog<ID: Sendable>: Sendable {
  @usableFromInline static var limit: Int { 32 }

  /// The id of a changed row, with the stamp after the change. The id is `nil` for the initial entry, and after sorting.
  @usableFromInline typealias Entry = (stamp: UInt64, id: ID?, isRemoval: Bool)

  @usableFromInline var stamp: UInt64
  /// The most recent changes, oldest first. The first entry has the stamp before these changes; the last one has
  /// `stamp`.
  @usableFromInline var entries: [Entry] = []

  @inlinable init() { stamp = Self.next() }

  @inlinable static func next() -> UInt64 { newestStamp.wrappingAdd(1, ordering: .relaxed).newValue }

  /// Records a changed row, or `nil` if the rows were sorted.
  @inlinable mutating func record(_ id: ID?, isRemoval: Bool = false) {
    if entries.isEmpty {
      entries.reserveCapacity(Self.limit)
      entries.append((stamp, nil, false))
    } else if entries.count == Self.limit {
      entries.removeFirst(Self.limit / 2)
    }
    stamp = Self.next()
    entries.append((stamp, id, isRemoval))
  }

  /// Records removed ids. If there are more than the log can hold, it starts over.
  @inlinable mutating func record(removed ids: some Collection<ID>) {
    if ids.count >= Self.limit { self = ChangeLog() } else { for id in ids { record(id, isRemoval: true) } }
  }

  /// Returns the changes since a stamp, or `nil` if they are unknown.
  @inlinable func entries(since known: UInt64) -> ArraySlice<Entry>? {
    if known == stamp { return [] }
    guard let index = entries.lastIndex(where: { $0.stamp == known }) else { return nil }
    return entries[(index + 1)...]
  }
}

@usableFromInline let newestStamp = Atomic<UInt64>(0)
