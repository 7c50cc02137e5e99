import ColmeiaJSON

/// A cache of names for coverage reports, which are made by reflection and take a thousand times as long as a step. If
/// a value has the same bytes as a retained value, it has the same name.
@usableFromInline struct KnownNames<Value: Sendable>: Sendable {
  @usableFromInline struct Entry: Sendable {
    @usableFromInline let value: Value
    @usableFromInline let name: String
    @inlinable init(_ value: Value, _ name: String) {
      self.value = value
      self.name = name
    }
  }

  @usableFromInline var entries: [Entry?] = Array(repeating: nil, count: 128)
  @usableFromInline let prefix: String
  /// The number of names that may still be made.
  @usableFromInline var left: Int

  @inlinable init(prefix: String = "", limit: Int) {
    self.prefix = prefix
    left = limit
  }

  /// Returns the name of a value, or `nil` if it isn't in the cache and too many names have been made.
  @inlinable mutating func name(of value: Value) -> String? {
    let index = Int(hash(ofBytesOf: value) >> 57)
    if let entry = entries[index], haveSameBytes(entry.value, value) { return entry.name }
    if left == 0 { return nil }
    left -= 1
    let name = prefix + Text.head(value)
    entries[index] = Entry(value, name)
    return name
  }
}
