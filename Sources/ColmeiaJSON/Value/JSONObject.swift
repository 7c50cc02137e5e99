/// An object: keys in order, each once. Two objects are equal when they have the same members, in whatever order.
public struct JSONObject: Sendable {
  /// The members, in order.
  public private(set) var members: [(key: String, value: JSON)] = []

  /// An empty object.
  public init() {}

  /// The members must have different keys.
  init(unique members: [(key: String, value: JSON)]) { self.members = members }

  /// How many members there are.
  public var count: Int { members.count }
  /// Whether there is none.
  public var isEmpty: Bool { members.isEmpty }
  /// The keys, in order.
  public var keys: [String] { members.map(\.key) }

  /// The value of a key. A new key goes to the end; setting `nil` removes one.
  ///
  /// - Complexity: O(keys).
  public subscript(_ key: String) -> JSON? {
    get { members.first { $0.key == key }?.value }
    set {
      let place = members.firstIndex { $0.key == key }
      switch (place, newValue) {
      case (let place?, let value?): members[place].value = value
      case (let place?, nil): members.remove(at: place)
      case (nil, let value?): members.append((key, value))
      case (nil, nil): break
      }
    }
  }
}

extension JSONObject: Hashable {
  /// Whether both have the same members.
  ///
  /// - Complexity: O(n) when the order is the same, else O(n log n).
  public static func == (left: Self, right: Self) -> Bool {
    guard left.count == right.count else { return false }
    if zip(left.members, right.members).allSatisfy({ $0.key == $1.key }) {
      return zip(left.members, right.members).allSatisfy { $0.value == $1.value }
    }
    return zip(left.sorted, right.sorted).allSatisfy { $0.key == $1.key && $0.value == $1.value }
  }

  /// Feeds the members, sorted by key, to `hasher`.
  public func hash(into hasher: inout Hasher) {
    for member in sorted {
      hasher.combine(member.key)
      hasher.combine(member.value)
    }
  }

  /// The members by key, in the order of its Unicode scalars.
  var sorted: [(key: String, value: JSON)] {
    members.sorted { $0.key.unicodeScalars.lexicographicallyPrecedes($1.key.unicodeScalars) }
  }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  /// The members of a literal, in its order; of two equal keys the later one wins.
  public init(dictionaryLiteral elements: (String, JSON)...) {
    for (key, value) in elements { self[key] = value }
  }
}

extension JSONObject: Sequence {
  /// Goes through the members, in order.
  public func makeIterator() -> IndexingIterator<[(key: String, value: JSON)]> { members.makeIterator() }
}
