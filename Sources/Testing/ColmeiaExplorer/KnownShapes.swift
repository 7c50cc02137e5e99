import ColmeiaJSON

/// A cache of the shapes of states. If a state has the same bytes as a retained state, it is the same state, including
/// everything that it references.
@usableFromInline struct KnownShapes<State: Sendable> {
  @usableFromInline struct Entry {
    @usableFromInline let state: State
    @usableFromInline let shape: UInt64
    @inlinable init(_ state: State, _ shape: UInt64) {
      self.state = state
      self.shape = shape
    }
  }

  @usableFromInline var entries: [Entry] = []
  /// The index of the newest entry for each hash, or -1.
  @usableFromInline var slots: [Int32] = []

  @inlinable init() {}

  @inlinable mutating func shape(of state: State) -> UInt64 {
    if slots.isEmpty { slots = Array(repeating: -1, count: 1_024) }
    let index = Int(hash(ofBytesOf: state) >> 54)
    let known = Int(slots[index])
    if known >= 0, haveSameBytes(entries[known].state, state) { return entries[known].shape }
    let entry = Entry(state, Shape.of(state))
    if known >= 0 {
      entries[known] = entry
    } else {
      slots[index] = Int32(entries.count)
      entries.append(entry)
    }
    return entry.shape
  }
}
