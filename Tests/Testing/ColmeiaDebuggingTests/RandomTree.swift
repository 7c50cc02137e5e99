import TestSupport

/// A random value all of whose parts are `Equatable`, so that a diff dumps only what differs.
struct RandomTree: Equatable, Identifiable, Sendable {
  enum Kind: Equatable, Sendable { case none, one(Int), two([String], count: Int), tree(Nested) }
  struct Nested: Equatable, Sendable {
    var trees: [RandomTree]
    var note: String??
  }

  var id: Int
  var name = ""
  var kind = Kind.none
  var lines: [String] = []
  var numbers: [String: Int] = [:]
  var rows: [RandomTree] = []
  var only: RandomID

  struct RandomID: Equatable, Sendable { var value: Int }

  init(id: Int, depth: Int, _ random: inout SplitMix) {
    (self.id, only) = (id, RandomID(value: id % 2))
    change(depth: depth, &random)
    change(depth: depth, &random)
  }

  /// Changes a few parts.
  mutating func change(depth: Int, _ random: inout SplitMix) {
    let number = Int.random(in: 0..<4, using: &random)
    switch Int.random(in: 0..<12, using: &random) {
    case 0: name = ["", "a", "a\nb", "é"][number]
    case 1: lines = lines.shuffled(using: &random) + ["\(number)"]
    case 2: lines = Array(lines.dropFirst(number))
    case 3: numbers["k\(number)"] = Int.random(in: 0..<3, using: &random)
    case 4: only.value = number
    case 5: kind = [.none, .one(number), .two(lines, count: number), kind][number]
    case 6 where depth > 0:
      let row = RandomTree(id: Int.random(in: 0..<9, using: &random), depth: depth - 1, &random)
      if !rows.contains(where: { $0.id == row.id }) { rows.insert(row, at: 0) }
    case 7 where depth > 0: kind = .tree(Nested(trees: rows, note: [nil, .some(nil), "note", nil][number]))
    case 8 where !rows.isEmpty: rows.remove(at: number % rows.count)
    case 9: rows.shuffle(using: &random)
    default: for index in rows.indices where index % 3 == 0 { rows[index].change(depth: depth - 1, &random) }
    }
  }
}
