import ColmeiaJSON
import ColmeiaMemory
import ColmeiaTable

/// A list of which single elements are told.
protocol PartList<Element>: RandomAccessCollection, Encodable where Index == Int, Element: Encodable {
  /// The positions of all elements that may differ from those of an older list of the same length, in order; `nil` when
  /// nobody knows.
  func changedPositions(since old: Self) -> [Int]?
}

extension PartList {
  /// How many elements both begin with, and how many of the others both end with.
  func sameEnds(as old: Self) -> (head: Int, tail: Int) {
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

extension EntityTable: PartList where Row: Encodable {}

/// A value that is told as a whole, because it writes itself in another order for encoders that are not ours.
protocol WholeValue {}
extension JSON: WholeValue {}
extension Dictionary: WholeValue {}
extension Set: WholeValue {}
