import ColmeiaBase
import ColmeiaStorage

/// A memory cache with a limit in bytes that evicts the least recently used values first.
final class MemoryCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  /// The maximum number of bytes of all values together.
  let limit: Int
  private let content = Guarded(RecentlyUsed<Key, Value>())

  /// Creates an empty cache with a limit in bytes.
  init(limit: Int) { self.limit = limit }

  /// The total size of the values in bytes, as stated when they were inserted.
  var size: Int { content.withLock { $0.weight } }
  /// The number of values.
  var count: Int { content.withLock { $0.count } }

  /// Returns the value for a key and makes it the most recently used one.
  ///
  /// - Complexity: O(1).
  func value(for key: Key) -> Value? { content.withLock { $0.use(key) } }

  /// Inserts or replaces a value. A value larger than the limit is not cached.
  ///
  /// - Parameter bytes: The size of the value in bytes. A value with a negative size is not cached.
  /// - Complexity: O(1), amortized, because each value is evicted only once.
  func insert(_ value: Value, for key: Key, bytes: Int) {
    content.withLock { content in
      content.remove(key)
      guard bytes >= 0, bytes <= limit else { return }
      while content.weight > limit - bytes, let oldest = content.oldestKey { content.remove(oldest) }
      content.insert(value, for: key, weight: bytes)
    }
  }

  /// Removes the value for a key.
  ///
  /// - Complexity: O(1).
  func remove(_ key: Key) { content.withLock { _ = $0.remove(key) } }

  /// Removes the values whose keys satisfy a condition.
  ///
  /// - Complexity: O(*n*).
  func removeAll(where isRemoved: (Key) -> Bool) {
    content.withLock { content in for key in content.keys.filter(isRemoved) { content.remove(key) } }
  }

  /// Removes all values, for example when memory is low.
  func removeAll() { content.withLock { $0 = RecentlyUsed() } }
}
