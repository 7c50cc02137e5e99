/// Values by key, in the order of their last use, each with a weight: what a cache needs to know what to give up first.
///
/// A list through the slots of one array, so that neither use nor removal moves anything, and no order depends on hashes.
package struct RecentlyUsed<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private struct Content: Sendable {
    var key: Key
    var value: Value
    var weight: Int
  }

  private struct Slot: Sendable {
    /// `nil` in a slot that is free.
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

  /// No value.
  package init() {}

  /// How many values there are.
  package var count: Int { places.count }
  /// The key whose last use is the longest ago.
  package var oldestKey: Key? { oldest.flatMap { slots[$0].content?.key } }

  /// The keys, the oldest use first.
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

  /// The weight of a value; `nil` when there is none.
  package func weight(of key: Key) -> Int? { places[key].flatMap { slots[$0].content?.weight } }

  /// The value, which is now the last used.
  ///
  /// - Complexity: O(1).
  package mutating func use(_ key: Key) -> Value? {
    guard let place = places[key] else { return nil }
    unlink(place)
    link(place)
    return slots[place].content?.value
  }

  /// Puts a value in the place of another, or where none was; it is now the last used.
  ///
  /// - Complexity: O(1), amortised.
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

  /// Removes a value; that there is none is fine.
  ///
  /// - Complexity: O(1).
  package mutating func remove(_ key: Key) {
    guard let place = places.removeValue(forKey: key) else { return }
    unlink(place)
    weight -= slots[place].content?.weight ?? 0
    slots[place] = Slot()
    free.append(place)
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
