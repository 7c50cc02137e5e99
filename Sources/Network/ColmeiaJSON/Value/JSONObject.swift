/// A JSON object. Its keys are ordered and unique. Two objects are equal if they have the same members, in any order.
///
/// Keys are compared by their Unicode scalars (RFC 8259 §8.3): a precomposed `é` and an `e` with a combining accent are
/// different keys.
public struct JSONObject: Sendable {
  /// The members in order, including the slots of removed members.
  private var slots: [(key: String, value: JSON)] = []
  /// The index of a large object: an array of at most one element, so that a `JSON` value needs no more space for it.
  private var indices: [Index] = []

  /// The slots of the keys of a large object.
  private struct Index {
    var positions: [ExactKey: Int] = [:]
    /// The slots whose members were removed.
    var removed: Set<Int> = []
  }

  /// The maximum number of members that are searched linearly, which is faster than an index for so few.
  static let searched = 16

  /// Creates an empty object.
  public init() {}

  /// Creates an empty object with room for this many members.
  init(capacity: Int) { slots.reserveCapacity(capacity) }

  /// Creates an object from members with distinct keys.
  ///
  /// - Complexity: O(members).
  init(unique members: [(key: String, value: JSON)]) {
    slots = members
    buildIndex()
  }

  /// The members, in order.
  ///
  /// - Complexity: O(1), or O(members) for a large object from which members were removed.
  public var members: [(key: String, value: JSON)] {
    guard let removed = indices.first?.removed, !removed.isEmpty else { return slots }
    return slots.indices.lazy.filter { !removed.contains($0) }.map { slots[$0] }
  }

  /// The number of members.
  public var count: Int { slots.count - (indices.first?.removed.count ?? 0) }
  /// Whether the object has no members.
  public var isEmpty: Bool { count == 0 }
  /// The keys, in order.
  public var keys: [String] { members.map(\.key) }

  /// The value of a key. Setting a new key appends it. Setting `nil` removes the member.
  ///
  /// - Complexity: O(1) on average. Removing all members of an object, in any order, takes O(members).
  public subscript(_ key: String) -> JSON? {
    get { position(of: key).map { slots[$0].value } }
    set {
      switch (position(of: key), newValue) {
      case (let position?, let value?): slots[position].value = value
      case (let position?, nil): removeMember(at: position)
      case (nil, let value?): append(key, value)
      case (nil, nil): break
      }
    }
  }

  private func position(of key: String) -> Int? {
    if let index = indices.first { return index.positions[ExactKey(text: key)] }
    return slots.firstIndex { $0.key.isIdentical(to: key) }
  }

  private mutating func append(_ key: String, _ value: JSON) {
    slots.append((key, value))
    if indices.isEmpty { buildIndex() } else { indices[0].positions[ExactKey(text: key)] = slots.count - 1 }
  }

  private mutating func removeMember(at position: Int) {
    guard !indices.isEmpty else {
      slots.remove(at: position)
      return
    }
    indices[0].positions[ExactKey(text: slots[position].key)] = nil
    indices[0].removed.insert(position)
    slots[position].value = .null
    // Compacting only when more than half of the slots are removed makes its cost O(1) for each removal.
    guard indices[0].removed.count > slots.count / 2 else { return }
    slots = members
    indices = []
    buildIndex()
  }

  private mutating func buildIndex() {
    if slots.count <= Self.searched { return }
    var index = Index()
    index.positions.reserveCapacity(slots.count)
    for (position, slot) in slots.enumerated() { index.positions[ExactKey(text: slot.key)] = position }
    indices = [index]
  }
}

/// A text as a key whose equality compares Unicode scalars.
package struct ExactKey: Hashable, Sendable {
  let text: String

  package init(text: String) { self.text = text }

  package static func == (left: Self, right: Self) -> Bool { left.text.isIdentical(to: right.text) }

  package func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}

extension JSONObject: Sequence {
  /// Returns an iterator over the members, in order.
  public func makeIterator() -> IndexingIterator<[(key: String, value: JSON)]> { members.makeIterator() }
}
