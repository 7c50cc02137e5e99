import ColmeiaStorage
import ColmeiaSync

/// Values by key, as many as fit into so many bytes of memory. What was used least recently goes first.
final class MemoryCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  /// How many bytes all values may have together.
  let limit: Int
  private let content = Guarded(RecentlyUsed<Key, Value>())

  /// An empty cache for so many bytes.
  init(limit: Int) { self.limit = limit }

  /// How many bytes the values have, as was said when they were inserted.
  var size: Int { content.withLock { $0.weight } }
  /// How many values there are.
  var count: Int { content.withLock { $0.count } }

  /// The value of a key, which is now the last used.
  ///
  /// - Complexity: O(1).
  func value(for key: Key) -> Value? { content.withLock { $0.use(key) } }

  /// Keeps a value, in the place of the one that is there. One that is larger than the whole limit is not kept.
  ///
  /// - Parameter bytes: How many bytes the value has; never negative.
  /// - Complexity: O(1), amortised: each value goes once.
  func insert(_ value: Value, for key: Key, bytes: Int) {
    content.withLock { content in
      content.remove(key)
      guard bytes >= 0, bytes <= limit else { return }
      while content.weight > limit - bytes, let oldest = content.oldestKey { content.remove(oldest) }
      content.insert(value, for: key, weight: bytes)
    }
  }

  /// Forgets the value of a key.
  ///
  /// - Complexity: O(1).
  func remove(_ key: Key) { content.withLock { $0.remove(key) } }

  /// Forgets all values, such as when memory is short.
  func removeAll() { content.withLock { $0 = RecentlyUsed() } }
}
