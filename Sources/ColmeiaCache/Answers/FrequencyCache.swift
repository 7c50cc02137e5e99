/// Values by key, as many as fit into so many bytes; what was used most stays. A pure value.
///
/// When there is too much after a value has come, all are sorted by their uses, the most used first and of equals the one
/// used last; they are kept as long as they fit, and from the first on that does not, none is. A value that is put in the
/// place of another inherits its uses. One that is larger than the limit is not kept at all, and drives nothing out.
struct FrequencyCache<Value: Sendable>: Sendable {
  private struct Item: Sendable {
    var value: Value
    var size: Int
    var uses: Int
    /// Larger for what was used or put later.
    var order: Int
  }

  /// How many bytes there may be.
  let limit: Int
  /// How many bytes there are.
  private(set) var size = 0
  private var items: [String: Item] = [:]
  private var lastOrder = 0

  init(limit: Int) { self.limit = limit }

  /// How many values there are.
  var count: Int { items.count }

  func contains(_ key: String) -> Bool { items[key] != nil }

  /// The value of a key, which has been used once more.
  ///
  /// - Complexity: O(1).
  mutating func use(_ key: String) -> Value? {
    guard items[key] != nil else { return nil }
    lastOrder += 1
    items[key]?.uses += 1
    items[key]?.order = lastOrder
    return items[key]?.value
  }

  /// Keeps a value.
  ///
  /// - Complexity: O(1), or O(n log n) when there is too much.
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

  /// Forgets all keys that begin with `prefix`.
  ///
  /// - Complexity: O(n).
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
