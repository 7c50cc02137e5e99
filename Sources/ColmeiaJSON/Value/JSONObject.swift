/// An object: keys in order, each once. Two objects are equal when they have the same members, in whatever order.
///
/// Keys are compared scalar for scalar (RFC 8259 §8.3): `é` and `e` with an accent of its own are two keys.
public struct JSONObject: Sendable {
  /// The members in order, and those that were removed and still have a place.
  private var slots: [(key: String, value: JSON)] = []
  /// Where keys are: none, or one, as an array, so that a value of JSON takes no more room for it.
  private var indices: [Index] = []

  /// Where the keys of a large object are.
  private struct Index {
    var places: [ExactKey: Int] = [:]
    /// The slots whose members were removed.
    var removed: Set<Int> = []
  }

  /// How many members are searched one by one: that is faster than an index, and needs none.
  static let searched = 16

  /// An empty object.
  public init() {}

  /// The members must have different keys.
  ///
  /// - Complexity: O(members).
  init(unique members: [(key: String, value: JSON)]) {
    slots = members
    buildIndex()
  }

  /// The members, in order.
  ///
  /// - Complexity: O(1); O(members) for a large object of which some were removed.
  public var members: [(key: String, value: JSON)] {
    guard let removed = indices.first?.removed, !removed.isEmpty else { return slots }
    return slots.indices.lazy.filter { !removed.contains($0) }.map { slots[$0] }
  }

  /// How many members there are.
  public var count: Int { slots.count - (indices.first?.removed.count ?? 0) }
  /// Whether there is none.
  public var isEmpty: Bool { count == 0 }
  /// The keys, in order.
  public var keys: [String] { members.map(\.key) }

  /// The value of a key. A new key goes to the end; setting `nil` removes one.
  ///
  /// - Complexity: O(1) on average; removing the members of an object, in whatever order, takes O(members).
  public subscript(_ key: String) -> JSON? {
    get { place(of: key).map { slots[$0].value } }
    set {
      switch (place(of: key), newValue) {
      case (let place?, let value?): slots[place].value = value
      case (let place?, nil): removeMember(at: place)
      case (nil, let value?): append(key, value)
      case (nil, nil): break
      }
    }
  }

  /// Changes the value of a key in its place, without a copy of it; `nil` when there is none.
  ///
  /// - Complexity: O(1) on average.
  package mutating func change<Result>(_ key: String, _ body: (inout JSON) -> Result) -> Result? {
    guard let place = place(of: key) else { return nil }
    return body(&slots[place].value)
  }

  private func place(of key: String) -> Int? {
    if let index = indices.first { return index.places[ExactKey(text: key)] }
    return slots.firstIndex { $0.key.isIdentical(to: key) }
  }

  private mutating func append(_ key: String, _ value: JSON) {
    slots.append((key, value))
    if indices.isEmpty { buildIndex() } else { indices[0].places[ExactKey(text: key)] = slots.count - 1 }
  }

  private mutating func removeMember(at place: Int) {
    guard !indices.isEmpty else {
      slots.remove(at: place)
      return
    }
    indices[0].places[ExactKey(text: slots[place].key)] = nil
    indices[0].removed.insert(place)
    slots[place].value = .null
    // So that each of the many that were removed has paid for one place.
    guard indices[0].removed.count > slots.count / 2 else { return }
    slots = members
    indices = []
    buildIndex()
  }

  private mutating func buildIndex() {
    if slots.count <= Self.searched { return }
    var index = Index()
    index.places.reserveCapacity(slots.count)
    for (place, slot) in slots.enumerated() { index.places[ExactKey(text: slot.key)] = place }
    indices = [index]
  }
}

/// A key that is equal to another one scalar for scalar.
private struct ExactKey: Hashable {
  let text: String

  static func == (left: Self, right: Self) -> Bool { left.text.isIdentical(to: right.text) }

  func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}

extension JSONObject: Sequence {
  /// Goes through the members, in order.
  public func makeIterator() -> IndexingIterator<[(key: String, value: JSON)]> { members.makeIterator() }
}
