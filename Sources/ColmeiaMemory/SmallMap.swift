/// A dictionary that searches a small number of keys linearly, which is faster than hashing a string, and hashes a
/// larger number of keys.
@usableFromInline package struct SmallMap<Key: Hashable, Value> {
  @usableFromInline package var entries: [(key: Key, value: Value)] = []
  /// The index of each key, or `nil` if there are few keys.
  @usableFromInline var places: [Key: Int]?

  @inlinable package init() {}
  @inlinable static var scanLimit: Int { 16 }

  @inlinable package var isEmpty: Bool { entries.isEmpty }
  @inlinable package var values: [Value] { entries.map { $0.value } }

  /// Returns the index of a key's entry.
  @inlinable @inline(__always) package mutating func place(of key: Key) -> Int? {
    if let places { return places[key] }
    return entries.withUnsafeBufferPointer { entries in
      for place in entries.indices where entries[place].key == key { return place }
      return nil
    }
  }

  /// Mutating, because otherwise a map in an object would be retained: others could change it at the same time.
  ///
  /// - Complexity: O(1).
  @inlinable package subscript(key: Key) -> Value? { mutating get { place(of: key).map { entries[$0].value } } }

  /// Adds a key that isn't in the map.
  @inlinable package mutating func insert(_ value: Value, for key: Key) {
    entries.append((key, value))
    if places != nil {
      places?[key] = entries.count - 1
    } else if entries.count > Self.scanLimit {
      places = [:]
      for place in entries.indices { places?[entries[place].key] = place }
    }
  }

  /// Removes a key. The last entry takes its place.
  @inlinable package mutating func remove(_ key: Key) {
    guard let place = place(of: key) else { return }
    entries.swapAt(place, entries.count - 1)
    entries.removeLast()
    if places == nil { return }
    if entries.isEmpty { return self = Self() }  // the memory of many keys isn't kept
    places?[key] = nil
    if place < entries.count { places?[entries[place].key] = place }
  }

  /// Removes all keys. The memory is kept if there are few keys.
  @inlinable package mutating func removeAll() {
    if entries.isEmpty { return }
    if places == nil { entries.removeAll(keepingCapacity: true) } else { self = Self() }
  }
}
