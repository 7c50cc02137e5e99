/// An object: keys in order, each once. Two objects are equal when they have the same members, in whatever order.
///
/// Keys are compared scalar for scalar (RFC 8259 §8.3): `é` and `e` with an accent of its own are two keys.
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
    get { members.first { $0.key.isIdentical(to: key) }?.value }
    set {
      let place = members.firstIndex { $0.key.isIdentical(to: key) }
      switch (place, newValue) {
      case (let place?, let value?): members[place].value = value
      case (let place?, nil): members.remove(at: place)
      case (nil, let value?): members.append((key, value))
      case (nil, nil): break
      }
    }
  }
}

extension JSONObject: Sequence {
  /// Goes through the members, in order.
  public func makeIterator() -> IndexingIterator<[(key: String, value: JSON)]> { members.makeIterator() }
}
