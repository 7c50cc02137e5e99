import ColmeiaBase
import ColmeiaJSON
import ColmeiaTable
import Foundation

/// A list whose elements can be sent individually.
protocol PartList<Element>: RandomAccessCollection, Encodable where Index == Int, Element: Encodable {
  /// Returns the elements that may differ from those of an older list, in order.
  func edits(since old: Self, _ equality: PartEquality) -> [ElementEdit]
}

/// What makes two elements of a list the same, so that the later one isn't sent.
package enum PartEquality {
  /// The same bytes.
  case bytes
  /// The same bytes, or `==`. Values that are made anew each time have other bytes, although they are equal.
  case values

  /// The number of elements that may be replaced by others although they can't be compared.
  static let incomparable = 1_000

  /// Whether an edit may have replaced many elements only because they can't be compared.
  func isSlow<List: PartList>(_ list: List.Type, _ edit: ElementEdit) -> Bool {
    self == .values && min(edit.old.count, edit.new.count) > Self.incomparable
      && !(List.Element.self is any Equatable.Type)
  }

  /// Returns a function that compares two elements where they are, because copies may have other padding bytes.
  fileprivate func function<List: PartList>(
    of list: List.Type
  ) -> (UnsafePointer<List.Element>, UnsafePointer<List.Element>) -> Bool {
    let size = MemoryLayout<List.Element>.size
    let equatable = self == .values ? list as? any EquatableElements.Type : nil
    guard let areEqual = equatable?.equality as? (List.Element, List.Element) -> Bool else {
      return { hasSameBytes($0, $1, size) }
    }
    return { hasSameBytes($0, $1, size) || areEqual($0.pointee, $1.pointee) }
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

extension Array: PartList where Element: Encodable {
  func edits(since old: Self, _ equality: PartEquality) -> [ElementEdit] {
    let areSame = equality.function(of: Self.self)
    return withUnsafeBufferPointer { new in
      old.withUnsafeBufferPointer { old in
        ElementEdit.between(old.count, new.count) { position, other in
          guard let old = old.baseAddress, let new = new.baseAddress else { return false }
          return areSame(old + position, new + other)
        }
      }
    }
  }
}

extension EntityTable: PartList where Row: Encodable {
  func edits(since old: Self, _ equality: PartEquality) -> [ElementEdit] {
    if let edits = edits(since: old) { return edits }
    return unshared(with: old).flatMap { range in
      rows(at: range.new).edits(since: old.rows(at: range.old), equality).map { edit in
        let (start, oldStart) = (range.new.lowerBound, range.old.lowerBound)
        return ElementEdit(
          edit.old.lowerBound + oldStart..<edit.old.upperBound + oldStart,
          edit.new.lowerBound + start..<edit.new.upperBound + start)
      }
    }
  }
}

/// A value that is encoded as a whole, because it encodes itself differently with encoders of other modules.
protocol WholeValue {}
extension JSON: WholeValue {}
extension URL: WholeValue {}
extension Data: WholeValue {}
extension Decimal: WholeValue {}
extension Dictionary: WholeValue {}
extension Set: WholeValue {}
