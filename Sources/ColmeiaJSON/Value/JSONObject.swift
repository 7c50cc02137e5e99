/// A JSON object. Its keys are ordered and unique. Two objects are equal if they have the same members, in any order.
///
/// Keys are compared by their Unicode scalars (RFC 8259 §8.3): a precomposed `é` and an `e` with a combining accent are
/// different keys.
public struct JSONObject: Sendable {
  /// The members, in order.
  public private(set) var members: [(key: String, value: JSON)] = []
  /// The index of a large object: an array of at most one element, so that a `JSON` value needs no more space for it.
  private var indices: [[ExactKey: Int]] = []

  /// The maximum number of members that are searched linearly, which is faster than an index for so few.
  static let searched = 16

  /// Creates an empty object.
  public init() {}

  /// Creates an object from members with distinct keys.
  ///
  /// - Complexity: O(members).
  init(unique members: [(key: String, value: JSON)]) {
    self.members = members
    buildIndex()
  }

  /// The number of members.
  public var count: Int { members.count }
  /// Whether the object has no members.
  public var isEmpty: Bool { count == 0 }
  /// The keys, in order.
  public var keys: [String] { members.map(\.key) }

  /// The value of a key. Setting a new key appends it. Setting `nil` removes the member.
  ///
  /// - Complexity: O(1) on average, or O(members) to remove a member.
  public subscript(_ key: String) -> JSON? {
    get { place(of: key).map { members[$0].value } }
    set {
      switch (place(of: key), newValue) {
      case (let place?, let value?): members[place].value = value
      case (let place?, nil):
        members.remove(at: place)
        buildIndex()
      case (nil, let value?): append(key, value)
      case (nil, nil): break
      }
    }
  }

  private func place(of key: String) -> Int? {
    if let index = indices.first { return index[ExactKey(text: key)] }
    return members.firstIndex { $0.key.isIdentical(to: key) }
  }

  private mutating func append(_ key: String, _ value: JSON) {
    members.append((key, value))
    if indices.isEmpty { buildIndex() } else { indices[0][ExactKey(text: key)] = members.count - 1 }
  }

  private mutating func buildIndex() {
    indices = []
    if members.count <= Self.searched { return }
    var index: [ExactKey: Int] = [:]
    index.reserveCapacity(members.count)
    for (place, member) in members.enumerated() { index[ExactKey(text: member.key)] = place }
    indices = [index]
  }
}

/// A key whose equality compares Unicode scalars.
private struct ExactKey: Hashable {
  let text: String

  static func == (left: Self, right: Self) -> Bool { left.text.isIdentical(to: right.text) }

  func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}

extension JSONObject: Sequence {
  /// Returns an iterator over the members, in order.
  public func makeIterator() -> IndexingIterator<[(key: String, value: JSON)]> { members.makeIterator() }
}
