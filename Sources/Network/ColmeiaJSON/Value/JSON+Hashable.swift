// Iterative, because the nesting depth of a value may be controlled by external input, and threads have small stacks.

extension JSON: Hashable {
  /// Whether two values are equal: numbers by value, strings and keys by their Unicode scalars, objects regardless of the
  /// order of their keys.
  ///
  /// - Complexity: O(length), and O(n log n) in the keys of objects whose keys are in different orders.
  public static func == (left: JSON, right: JSON) -> Bool {
    var pending: [(JSON, JSON)] = []
    guard areEqual(left, right, &pending) else { return false }
    while let pair = pending.popLast() {
      switch pair {
      case (.array(let left), .array(let right)):
        guard left.count == right.count, zip(left, right).allSatisfy({ areEqual($0, $1, &pending) }) else {
          return false
        }
      case (.object(let left), .object(let right)):
        guard let pairs = left.pairs(with: right), pairs.allSatisfy({ areEqual($0, $1, &pending) }) else {
          return false
        }
      default: return false
      }
    }
    return true
  }

  /// Compares scalars, and appends containers to `pending` for later comparison.
  private static func areEqual(_ left: JSON, _ right: JSON, _ pending: inout [(JSON, JSON)]) -> Bool {
    switch (left, right) {
    case (.null, .null): return true
    case (.bool(let left), .bool(let right)): return left == right
    case (.number(let left), .number(let right)): return left == right
    case (.string(let left), .string(let right)): return left.isIdentical(to: right)
    case (.array, .array), (.object, .object):
      pending.append((left, right))
      return true
    default: return false
    }
  }

  /// Hashes the value.
  ///
  /// - Complexity: O(length), and O(n log n) in the keys of an object.
  public func hash(into hasher: inout Hasher) {
    var pending = [self]
    while let value = pending.popLast() {
      switch value {
      case .null: hasher.combine(0)
      case .bool(let value): hasher.combine(value)
      case .number(let number): hasher.combine(number)
      case .string(let text): hasher.combine(text)
      case .array(let elements):
        hasher.combine(elements.count)
        pending.append(contentsOf: elements)
      case .object(let object):
        hasher.combine(object.count)
        for member in object.sorted {
          hasher.combine(member.key)
          pending.append(member.value)
        }
      }
    }
  }
}

extension JSONObject: Hashable {
  /// Whether both objects have the same members, in any order.
  ///
  /// - Complexity: O(length), and O(n log n) in the keys if their order differs.
  public static func == (left: Self, right: Self) -> Bool { JSON.object(left) == JSON.object(right) }

  /// Hashes the members, sorted by key.
  public func hash(into hasher: inout Hasher) { JSON.object(self).hash(into: &hasher) }

  /// The members sorted by key, in the order of Unicode scalars.
  var sorted: [(key: String, value: JSON)] {
    members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
  }

  /// Returns the values of equal keys, or `nil` if the objects don't have the same keys.
  fileprivate func pairs(with other: JSONObject) -> [(JSON, JSON)]? {
    if count != other.count { return nil }
    let inOrder = zip(members, other.members)
    if inOrder.allSatisfy({ $0.key.isIdentical(to: $1.key) }) { return inOrder.map { ($0.value, $1.value) } }
    let sorted = zip(sorted, other.sorted)
    return sorted.allSatisfy { $0.key.isIdentical(to: $1.key) } ? sorted.map { ($0.value, $1.value) } : nil
  }
}

extension String {
  /// Whether both strings consist of the same scalars. In contrast, `==` also treats canonically equivalent strings as
  /// equal.
  package func isIdentical(to other: String) -> Bool {
    utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8)
  }
}
