import ColmeiaBase
import ColmeiaTable

// Two tables that were derived from one share most of their rows, and know which. Only the others are compared.

/// A table, whatever the type of its rows.
private protocol SharingTable {
  var count: Int { get }
  /// Returns the rows that differ from those of another table, or `nil` if that has rows of another type.
  func differences(from other: Any) -> [ElementEdit]?
  func values(at positions: Range<Int>) -> [Any]
}

extension EntityTable: SharingTable {
  fileprivate func values(at positions: Range<Int>) -> [Any] { rows(at: positions) }

  fileprivate func differences(from other: Any) -> [ElementEdit]? {
    guard let other = other as? Self else { return nil }
    return unshared(with: other).flatMap { edit in
      guard let type = Row.self as? any Equatable.Type else { return [edit] }
      return edit.narrowed(other.rows(at: edit.old), rows(at: edit.new), type)
    }
  }
}

extension ElementEdit {
  /// Returns the edit without the elements that are equal: those at both ends, and those at the same position if there
  /// are as many old elements as new ones.
  fileprivate func narrowed<Value: Equatable>(_ old: Any, _ new: Any, _: Value.Type) -> [ElementEdit] {
    guard let old = old as? [Value], let new = new as? [Value] else { return [self] }
    let shorter = min(old.count, new.count)
    if old.count != new.count {
      let head = (0..<shorter).first { old[$0] != new[$0] } ?? shorter
      let tail = (0..<shorter - head).first { old[old.count - 1 - $0] != new[new.count - 1 - $0] } ?? shorter - head
      return [part(head..<old.count - tail, head..<new.count - tail)]
    }
    var edits: [ElementEdit] = []
    for index in 0..<shorter where old[index] != new[index] {
      if let last = edits.last, last.new.upperBound == self.new.lowerBound + index {
        edits[edits.count - 1] = ElementEdit(
          last.old.lowerBound..<last.old.upperBound + 1, last.new.lowerBound..<last.new.upperBound + 1)
      } else {
        edits.append(part(index..<index + 1, index..<index + 1))
      }
    }
    return edits
  }

  /// Returns an edit of the elements at these indices of both ranges.
  private func part(_ old: Range<Int>, _ new: Range<Int>) -> ElementEdit {
    let (start, newStart) = (self.old.lowerBound, self.new.lowerBound)
    return ElementEdit(
      start + old.lowerBound..<start + old.upperBound, newStart + new.lowerBound..<newStart + new.upperBound)
  }

  /// Returns the first edits, which together have at most `limit` elements on each side.
  fileprivate static func first(_ edits: [ElementEdit], limit: Int) -> [ElementEdit] {
    var (old, new) = (limit, limit)
    var first: [ElementEdit] = []
    for edit in edits where old > 0 && new > 0 {
      first.append(edit.part(0..<min(old, edit.old.count), 0..<min(new, edit.new.count)))
      (old, new) = (old - edit.old.count, new - edit.new.count)
    }
    return first
  }
}

extension StateDiff {
  /// A row of a table, and its position.
  package typealias TableRow = (position: Int, value: Any)

  /// The number of differing rows of a table that are shown.
  static let mostRows = 1_000

  /// Returns whether a value is an `EntityTable`.
  package static func isTable(_ value: Any) -> Bool { value is any SharingTable }

  /// Returns the rows in which two tables differ, and the number of rows of the older one. Returns `nil` if the values
  /// aren't tables of the same rows.
  ///
  /// - Complexity: O(√*n* + *m*), where *m* is the number of rows that the tables don't share.
  package static func differingRows(_ old: Any, _ new: Any) -> (old: [TableRow], new: [TableRow], oldCount: Int)? {
    guard let old = old as? any SharingTable, let new = new as? any SharingTable, let edits = new.differences(from: old)
    else { return nil }
    return (
      edits.flatMap { zip($0.old, old.values(at: $0.old)).map { ($0, $1) } },
      edits.flatMap { zip($0.new, new.values(at: $0.new)).map { ($0, $1) } }, old.count
    )
  }
}

extension Dumper {
  /// Returns the dumps of two tables, or `nil` if the values aren't tables of the same rows. Rows that don't differ are
  /// one item.
  mutating func tables(_ old: Any, _ new: Any, _ before: Mirror, _ after: Mirror) -> (old: DumpNode, new: DumpNode)? {
    guard collapsesUnchanged, let old = old as? any SharingTable, let new = new as? any SharingTable,
      let all = new.differences(from: old)
    else { return nil }
    let edits = ElementEdit.first(all, limit: StateDiff.mostRows)
    var items = (old: [DumpItem](), new: [DumpItem]())
    var (oldEnd, end) = (0, 0)
    func share(_ edit: ElementEdit, _ dumper: Dumper) {
      let same = Array(zip(oldEnd..<edit.old.lowerBound, end..<edit.new.lowerBound))
      // More than two unchanged items are never written one by one.
      for (position, newPosition) in same.count > 2 ? Array(same.prefix(1)) : same {
        let value = SharedValue(new.values(at: newPosition..<newPosition + 1)[0], dumper)
        var item = DumpItem(identity: AnyHashable(OtherRows.same(newPosition)), shared: value)
        item.count = same.count > 2 ? same.count : 1
        items.old.append(item.at(position))
        items.new.append(item.at(newPosition))
      }
      (oldEnd, end) = (edit.old.upperBound, edit.new.upperBound)
    }
    for edit in edits {
      share(edit, self)
      let changed = middles(old.values(at: edit.old), new.values(at: edit.new))
      items.old += zip(edit.old, changed.old).map { $1.at($0) }
      items.new += zip(edit.new, changed.new).map { $1.at($0) }
    }
    if edits == all {
      share(ElementEdit(old.count..<old.count, new.count..<new.count), self)
    } else {
      items.old.append(OtherRows.old.item(old.count - oldEnd))
      items.new.append(OtherRows.new.item(new.count - end))
    }
    return (list(items.old, before), list(items.new, after))
  }
}

/// What matches an item that isn't a differing row. It isn't equal to the id of a row.
private enum OtherRows: Hashable {
  case same(Int), old, new

  /// Returns the item that stands for all rows that aren't shown.
  func item(_ count: Int) -> DumpItem {
    DumpItem(identity: AnyHashable(self), node: .leaf("… (\(count) more, which differ)"))
  }
}

extension DumpItem {
  /// Returns the same item at an index of a list.
  fileprivate func at(_ index: Int) -> DumpItem {
    var item = self
    item.index = index
    return item
  }
}
