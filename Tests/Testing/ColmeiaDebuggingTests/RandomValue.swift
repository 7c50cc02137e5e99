import TestSupport

/// A random nested value, as a description from which equal values can be built repeatedly.
indirect enum RandomValue {
  case number(Int)
  case text(String)
  case absent
  case record(Int, RandomValue, RandomValue)
  case choice(Bool, RandomValue)
  case list([RandomValue])
  case rows([(id: Int, value: RandomValue)])
  case table([(key: String, value: RandomValue)])
  case bag([Int])

  private struct Row: Identifiable {
    let id: Int
    let value: Any
  }
  private struct Wide {
    let first: Int
    let second: Any
    let third: Any
  }
  private enum Choice {
    case one(Any)
    case two(Any, count: Int)
  }

  static func random(depth: Int, _ random: inout SplitMix) -> RandomValue {
    let kind = Int.random(in: 0..<(depth == 0 ? 3 : 9), using: &random)
    let count = Int.random(in: 0...5, using: &random)
    func inner() -> RandomValue { .random(depth: depth - 1, &random) }
    switch kind {
    case 0: return .number(count)
    case 1: return .text(["", "a", "a\nb", "a\n\nc\"", "x\ny\nz", "é"][count])
    case 2: return .absent
    case 3: return .record(count, inner(), inner())
    case 4: return .choice(count > 2, inner())
    case 5: return .list((0..<count).map { _ in inner() })
    case 6: return .rows((0..<count * 2).shuffled(using: &random).prefix(count).map { ($0, inner()) })
    case 7: return .table((0..<count).map { ("k\($0 * $0)", inner()) })
    default: return .bag((0..<count).map { $0 * 7 % 5 })
    }
  }

  /// Returns the same value with a few parts replaced.
  func changed(_ random: inout SplitMix) -> RandomValue {
    if Int.random(in: 0..<6, using: &random) == 0 { return .random(depth: 2, &random) }
    let drops = Int.random(in: 0..<3, using: &random)
    switch self {
    case .number, .text, .absent: return self
    case .record(let number, let first, let second):
      return .record(number, first.changed(&random), second.changed(&random))
    case .choice(let isOne, let value): return .choice(isOne, value.changed(&random))
    case .list(let values): return .list(values.dropFirst(drops).map { $0.changed(&random) })
    case .rows(let rows): return .rows(rows.dropLast(drops).map { ($0.id, $0.value.changed(&random)) })
    case .table(let pairs): return .table(pairs.dropFirst(drops).map { ($0.key, $0.value.changed(&random)) })
    case .bag(let numbers): return .bag(numbers.dropLast(drops))
    }
  }

  /// Returns the described value. If `reversed` is true, dictionaries and sets iterate in another order.
  func built(reversed: Bool = false) -> Any {
    switch self {
    case .number(let number): return number
    case .text(let text): return text
    case .absent: return Int?.none as Any
    case .record(let number, let first, let second):
      return Wide(
        first: number, second: first.built(reversed: reversed), third: second.built(reversed: reversed))
    case .choice(true, let value): return Choice.one(value.built(reversed: reversed))
    case .choice(false, let value): return Choice.two(value.built(reversed: reversed), count: 1)
    case .list(let values): return values.map { $0.built(reversed: reversed) }
    case .rows(let rows): return rows.map { Row(id: $0.id, value: $0.value.built(reversed: reversed)) }
    case .table(let pairs):
      var table: [String: Any] = [:]
      table.reserveCapacity(reversed ? 1_000 : pairs.count)
      for pair in reversed ? pairs.reversed() : pairs {
        table[pair.key] = pair.value.built(reversed: reversed)
      }
      return table
    case .bag(let numbers):
      var bag = Set<Int>()
      bag.reserveCapacity(reversed ? 1_000 : numbers.count)
      bag.formUnion(reversed ? numbers.reversed() : numbers)
      return bag
    }
  }
}
