import Synchronization

@testable import ColmeiaTable

struct Dog: Identifiable, Hashable, Codable {
  var id: Int
  var name = ""
  var tags: [Int] = []
}

/// An id with a limited number of different hashes.
struct CollidingID<Hashes: HashCount>: Hashable, Sendable {
  var number: Int

  func hash(into hasher: inout Hasher) { hasher.combine(number % Hashes.count) }
}

protocol HashCount { static var count: Int { get } }
enum One: HashCount { static let count = 1 }
enum Four: HashCount { static let count = 4 }

struct Item<ID: Hashable & Sendable>: Identifiable, Equatable, Sendable {
  var id: ID
  var value = 0
}

final class Counter: Sendable {
  private let total = Atomic(0)
  var count: Int { total.load(ordering: .relaxed) }
  func add() { total.add(1, ordering: .relaxed) }
}

/// A row that counts how often it is compared.
struct CountedRow: Identifiable, Equatable, Sendable {
  var id: Int
  var value = 0
  let comparisons: Counter

  static func == (left: Self, right: Self) -> Bool {
    left.comparisons.add()
    return left.id == right.id && left.value == right.value
  }
}

/// A row whose object identity shows whether its content was copied.
struct SharingRow: Identifiable, Sendable {
  var id: Int
  var object = Counter()
}

func dogs(_ range: Range<Int>) -> EntityTable<Dog> {
  EntityTable(range.map { Dog(id: $0, name: "dog \($0)", tags: [$0]) })
}

/// The indices of the bits that are set in a mask, lowest first.
struct SetBits: Sequence, IteratorProtocol {
  var mask: UInt32

  init(_ mask: UInt32) { self.mask = mask }

  mutating func next() -> Int? {
    guard mask != 0 else { return nil }
    defer { mask &= mask &- 1 }
    return mask.trailingZeroBitCount
  }
}
