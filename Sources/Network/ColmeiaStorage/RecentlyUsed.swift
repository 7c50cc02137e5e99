/// Values by key, in the order of their last use, each with a weight. A cache uses it to determine what to evict first.
///
/// It is a doubly linked list through the slots of an array, so that neither use nor removal moves elements, and the
/// order doesn't depend on hashing.
package struct RecentlyUsed<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private struct Content: Sendable {
    var key: Key
    var value: Value
    var weight: Int
  }

  private struct Slot: Sendable {
    /// The element, or `nil` if the slot is free.
    var content: Content?
    var older: Int?
    var newer: Int?
  }

  private var slots: [Slot] = []
  private var free: [Int] = []
  private var places: [Key: Int] = [:]
  private var oldest: Int?
  private var newest: Int?

  /// The sum of all weights.
  package private(set) var weight = 0

  /// Creates an empty collection.
  package init() {}

  /// The number of values.
  package var count: Int { places.count }
  /// The least recently used key.
  package var oldestKey: Key? { oldest.flatMap { slots[$0].content?.key } }

  /// The keys, least recently used first.
  ///
  /// - Complexity: O(count).
  package var keys: [Key] {
    var keys: [Key] = []
    var place = oldest
    while let here = place {
      if let key = slots[here].content?.key { keys.append(key) }
      place = slots[here].newer
    }
    return keys
  }

  /// Returns a value without marking it as used.
  package func value(of key: Key) -> Value? { places[key].flatMap { slots[$0].content?.value } }

  /// Returns the weight of a value, or `nil` if there is none.
  package func weight(of key: Key) -> Int? { places[key].flatMap { slots[$0].content?.weight } }

  /// Returns a value and marks it as the most recently used.
  ///
  /// - Complexity: O(1).
  package mutating func use(_ key: Key) -> Value? {
    guard let place = places[key] else { return nil }
    unlink(place)
    link(place)
    return slots[place].content?.value
  }

  /// Inserts a value, replaces an existing one with the same key, and marks it as the most recently used.
  ///
  /// - Complexity: Amortized O(1).
  package mutating func insert(_ value: Value, for key: Key, weight: Int) {
    remove(key)
    let content = Content(key: key, value: value, weight: weight)
    let place = free.popLast() ?? slots.count
    if place == slots.count { slots.append(Slot()) }
    slots[place].content = content
    places[key] = place
    self.weight += weight
    link(place)
  }

  /// Removes a value and returns it. Does nothing if there is none.
  ///
  /// - Complexity: O(1).
  @discardableResult package mutating func remove(_ key: Key) -> Value? {
    guard let place = places.removeValue(forKey: key) else { return nil }
    unlink(place)
    let content = slots[place].content
    weight -= content?.weight ?? 0
    slots[place] = Slot()
    free.append(place)
    return content?.value
  }

  private mutating func unlink(_ place: Int) {
    let (older, newer) = (slots[place].older, slots[place].newer)
    if let older { slots[older].newer = newer } else { oldest = newer }
    if let newer { slots[newer].older = older } else { newest = older }
  }

  private mutating func link(_ place: Int) {
    slots[place].older = newest
    slots[place].newer = nil
    if let newest { slots[newest].newer = place } else { oldest = place }
    newest = place
  }
}
