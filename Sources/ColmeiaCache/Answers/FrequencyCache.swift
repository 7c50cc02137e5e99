/// A memory cache with a limit in bytes that keeps the most frequently used values. A pure value.
///
/// If an inserted value exceeds the limit, all values are sorted by number of uses, and then by most recent use. They
/// are kept in this order until the first one that does not fit; it and all that follow are removed. A value that
/// replaces another inherits its number of uses. A value larger than the limit is not cached and evicts no other value.
struct FrequencyCache<Value: Sendable>: Sendable {
  private struct Item: Sendable {
    var value: Value
    var size: Int
    var uses: Int
    /// A number that increases with each use and insertion.
    var order: Int
  }

  /// The maximum number of bytes.
  let limit: Int
  /// The current number of bytes.
  private(set) var size = 0
  private var items: [String: Item] = [:]
  private var lastOrder = 0

  init(limit: Int) { self.limit = limit }

  /// The number of values.
  var count: Int { items.count }

  func contains(_ key: String) -> Bool { items[key] != nil }

  /// Returns the value for a key and counts one more use.
  ///
  /// - Complexity: O(1).
  mutating func use(_ key: String) -> Value? {
    guard items[key] != nil else { return nil }
    lastOrder += 1
    items[key]?.uses += 1
    items[key]?.order = lastOrder
    return items[key]?.value
  }

  /// Inserts or replaces a value.
  ///
  /// - Complexity: O(1), or O(*n* log *n*) if the limit is exceeded.
  mutating func insert(_ value: Value, for key: String, size: Int) {
    let uses = items[key]?.uses ?? 0
    remove(key)
    guard size >= 0, size <= limit else { return }
    lastOrder += 1
    items[key] = Item(value: value, size: size, uses: uses, order: lastOrder)
    self.size += size
    if self.size > limit { shrink() }
  }

  mutating func remove(_ key: String) { size -= items.removeValue(forKey: key)?.size ?? 0 }

  /// Removes all values whose key begins with `prefix`.
  ///
  /// - Complexity: O(*n*), where *n* is the number of values.
  mutating func removeAll(withPrefix prefix: String = "") {
    for key in items.keys where key.utf8.starts(with: prefix.utf8) { remove(key) }
  }

  private mutating func shrink() {
    let all = items.sorted { ($0.value.uses, $0.value.order) > ($1.value.uses, $1.value.order) }
    (items, size) = ([:], 0)
    for (key, item) in all {
      guard size + item.size <= limit else { return }
      items[key] = item
      size += item.size
    }
  }
}
