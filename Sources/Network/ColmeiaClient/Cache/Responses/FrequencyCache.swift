import ColmeiaStorage

/// A memory cache with a limit in bytes that keeps the most frequently used values. A pure value.
///
/// If there is no room for a new value, other values are removed until there is: first those with the fewest uses, and
/// of equal ones the least recently used. A value that replaces another inherits its number of uses. A value larger than
/// the limit is not cached and evicts no other value.
///
/// Uses are counted up to 15, and all counts are halved after as many evictions as there are values. So a value that is
/// no longer used is removed in the end, however often it was used before.
struct FrequencyCache<Value: Sendable>: Sendable {
  private struct Item: Sendable {
    var value: Value
    var size: Int
    var uses: Int
  }

  /// The maximum number of bytes.
  let limit: Int
  /// The current number of bytes.
  private(set) var size = 0
  /// The values by their number of uses.
  private var groups = Array(repeating: RecentlyUsed<String, Value>(), count: 16)
  /// The number of uses of each value.
  private var uses: [String: Int] = [:]
  private var keyGroups: [KeyGroup: Set<String>] = [:]
  /// The number of evictions since the counts were halved.
  private var evictions = 0

  init(limit: Int) { self.limit = limit }

  /// The number of values.
  var count: Int { uses.count }

  func contains(_ key: String) -> Bool { uses[key] != nil }

  /// Returns the value for a key without counting a use.
  func value(of key: String) -> Value? { uses[key].flatMap { groups[$0].value(of: key) } }

  /// Returns the value for a key and counts one more use.
  ///
  /// - Complexity: O(1).
  mutating func use(_ key: String) -> Value? {
    guard var item = detach(key) else { return nil }
    item.uses = min(item.uses + 1, groups.count - 1)
    attach(item, key)
    return item.value
  }

  /// Inserts or replaces a value.
  ///
  /// - Complexity: O(1), amortized, because each value is evicted only once.
  mutating func insert(_ value: Value, for key: String, size: Int) {
    let uses = detach(key)?.uses ?? 0
    guard size >= 0, size <= limit else { return }
    while self.size > limit - size, let key = groups.lazy.compactMap(\.oldestKey).first { evict(key) }
    attach(Item(value: value, size: size, uses: uses), key)
  }

  mutating func remove(_ key: String) { _ = detach(key) }

  /// Removes all values whose key `isMeant` returns `true` for.
  ///
  /// - Complexity: O(*n*), where *n* is the number of values.
  mutating func removeAll(where isMeant: (String) -> Bool = { _ in true }) {
    for key in uses.keys where isMeant(key) { remove(key) }
  }

  /// Removes all values of a group.
  ///
  /// - Complexity: O(removed values).
  mutating func removeAll(of group: KeyGroup) {
    for key in keyGroups[group, default: []] { remove(key) }
  }

  private mutating func evict(_ key: String) {
    remove(key)
    evictions += 1
    if evictions < count { return }
    evictions = 0
    // In order of uses, so that each group is empty before values are moved to it.
    for key in groups.flatMap(\.keys) {
      guard var item = detach(key) else { continue }
      item.uses /= 2
      attach(item, key)
    }
  }

  private mutating func attach(_ item: Item, _ key: String) {
    groups[item.uses].insert(item.value, for: key, weight: item.size)
    uses[key] = item.uses
    keyGroups[KeyGroup(ofKey: key), default: []].insert(key)
    size += item.size
  }

  private mutating func detach(_ key: String) -> Item? {
    guard let uses = uses.removeValue(forKey: key), let size = groups[uses].weight(of: key),
      let value = groups[uses].remove(key)
    else { return nil }
    let group = KeyGroup(ofKey: key)
    keyGroups[group]?.remove(key)
    if keyGroups[group]?.isEmpty == true { keyGroups[group] = nil }
    self.size -= size
    return Item(value: value, size: size, uses: uses)
  }
}
