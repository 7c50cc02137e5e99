import ColmeiaJSON
import ColmeiaMemory
import ColmeiaTable

/// A list whose elements can be sent individually.
protocol PartList<Element>: RandomAccessCollection, Encodable where Index == Int, Element: Encodable {
  /// Returns the positions, in order, of all elements that may differ from those of an older list of the same length;
  /// `nil` if unknown.
  func changedPositions(since old: Self) -> [Int]?
  /// Returns the length of the common prefix of this list and an older one, and of the common suffix of the rest.
  func sameEnds(as old: Self) -> (head: Int, tail: Int)
}

extension PartList {
  func sameEnds(as old: Self) -> (head: Int, tail: Int) { comparedEnds(with: old) }

  /// - Complexity: O(*n*).
  fileprivate func comparedEnds(with old: Self) -> (head: Int, tail: Int) {
    let head = zip(self, old).prefix { Self.areSame($0, $1) }.count
    let rest = Swift.min(count, old.count) - head
    let tail = zip(reversed(), old.reversed()).prefix(rest).prefix { Self.areSame($0, $1) }.count
    return (head, tail)
  }

  private static func areSame(_ left: Element, _ right: Element) -> Bool {
    withUnsafePointer(to: left) { left in
      withUnsafePointer(to: right) { hasSameBytes(left, $0, MemoryLayout<Element>.size) }
    }
  }
}

extension Array: PartList where Element: Encodable {
  func changedPositions(since old: Self) -> [Int]? {
    withUnsafeBufferPointer { new in
      old.withUnsafeBufferPointer { old in
        guard let new = new.baseAddress, let old = old.baseAddress else { return [] }
        return indices.filter { !hasSameBytes(new + $0, old + $0, MemoryLayout<Element>.size) }
      }
    }
  }
}

extension EntityTable: PartList where Row: Encodable {
  func sameEnds(as old: Self) -> (head: Int, tail: Int) { unchangedEnds(since: old) ?? comparedEnds(with: old) }
}

/// A value that is encoded as a whole, because its encoding has a different order with encoders of other modules.
protocol WholeValue {}
extension JSON: WholeValue {}
extension Dictionary: WholeValue {}
extension Set: WholeValue {}
