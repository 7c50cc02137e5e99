import ColmeiaJSON
import ColmeiaMemory
import ColmeiaTable

/// A list whose elements can be sent individually.
protocol PartList<Element>: RandomAccessCollection, Encodable where Index == Int, Element: Encodable {
  /// Returns the positions, in order, of all elements that may differ from those of an older list of the same length;
  /// `nil` if unknown.
  func changedPositions(since old: Self, _ equality: PartEquality) -> [Int]?
  /// Returns the length of the common prefix of this list and an older one, and of the common suffix of the rest.
  func sameEnds(as old: Self, _ equality: PartEquality) -> (head: Int, tail: Int)
}

/// What makes two elements of a list the same, so that the later one isn't sent.
enum PartEquality {
  /// The same bytes.
  case bytes
  /// The same bytes, or `==`. Values that are made anew each time have other bytes, although they are equal.
  case values

  /// Returns `==` of a list's elements, or `nil` if only their bytes count.
  func function<List: PartList>(for list: List.Type) -> ((List.Element, List.Element) -> Bool)? {
    guard self == .values, let list = list as? any EquatableElements.Type else { return nil }
    return list.equality as? (List.Element, List.Element) -> Bool
  }
}

/// A list whose elements can be compared.
private protocol EquatableElements {
  /// The function `==` of the elements.
  static var equality: Any { get }
}

extension Array: EquatableElements where Element: Equatable {
  static var equality: Any { { $0 == $1 } as (Element, Element) -> Bool }
}

extension PartList {
  /// - Complexity: O(*n*).
  fileprivate func comparedEnds(with old: Self, _ equality: PartEquality) -> (head: Int, tail: Int) {
    let areEqual = equality.function(for: Self.self)
    func areSame(_ left: Element, _ right: Element) -> Bool {
      let haveSameBytes = withUnsafePointer(to: left) { left in
        withUnsafePointer(to: right) { hasSameBytes(left, $0, MemoryLayout<Element>.size) }
      }
      return haveSameBytes || areEqual?(left, right) == true
    }
    let head = zip(self, old).prefix { areSame($0, $1) }.count
    let rest = Swift.min(count, old.count) - head
    let tail = zip(reversed(), old.reversed()).prefix(rest).prefix { areSame($0, $1) }.count
    return (head, tail)
  }
}

extension Array: PartList where Element: Encodable {
  func changedPositions(since old: Self, _ equality: PartEquality) -> [Int]? {
    let areEqual = equality.function(for: Self.self)
    return withUnsafeBufferPointer { new in
      old.withUnsafeBufferPointer { old in
        guard let new = new.baseAddress, let old = old.baseAddress else { return [] }
        return indices.filter {
          !hasSameBytes(new + $0, old + $0, MemoryLayout<Element>.size) && areEqual?(new[$0], old[$0]) != true
        }
      }
    }
  }

  func sameEnds(as old: Self, _ equality: PartEquality) -> (head: Int, tail: Int) { comparedEnds(with: old, equality) }
}

extension EntityTable: PartList where Row: Encodable {
  func changedPositions(since old: Self, _ equality: PartEquality) -> [Int]? { changedPositions(since: old) }
  func sameEnds(as old: Self, _ equality: PartEquality) -> (head: Int, tail: Int) {
    unchangedEnds(since: old) ?? comparedEnds(with: old, equality)
  }
}

/// A value that is encoded as a whole, because its encoding has a different order with encoders of other modules.
protocol WholeValue {}
extension JSON: WholeValue {}
extension Dictionary: WholeValue {}
extension Set: WholeValue {}
